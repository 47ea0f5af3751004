import type { ReactNode } from 'react';

/** A state in one word. Its colour only repeats what the word says. */
export function Badge({ tone, children }: { readonly tone: 'good' | 'neutral' | 'warn' | 'bad' | 'info'; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
