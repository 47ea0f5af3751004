import type { ReactNode } from 'react';

/** How a state is to be taken. */
export type Tone = 'good' | 'neutral' | 'warn' | 'bad' | 'info';

/** A state in a word or two, and how it is to be taken. */
export interface StateWord {
  readonly word: string;
  readonly tone: Tone;
}

/** A state in one word. Its colour only repeats what the word says. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** The badge of a state. */
export const StateBadge = ({ tone, word }: StateWord) => <Badge tone={tone}>{word}</Badge>;
