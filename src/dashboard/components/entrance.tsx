import type { ReactNode } from 'react';
import { Mark } from './mark.js';

/** The frame of pages before one is signed in. */
export function Entrance({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="entrance">
      <div className="entrance-card">
        <p className="brand">
          <Mark /> Footprint
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
