import type { ReactNode } from 'react';

/** A line of a list of facts (`<dl className="facts">`). */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
