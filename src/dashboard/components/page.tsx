/** Pages and their parts. */
import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { ErrorNote } from './controls.js';

interface PageProps {
  readonly title: string;
  /** What the browser calls it, and keeps in its history; absent: the title. Never an identity. */
  readonly tab?: string;
  readonly actions?: ReactNode;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

/** Heading, what can be done, and content of a page. The title in the browser names the page, never an identity. */
export function Page({ title, tab = title, actions, intro, children }: PageProps) {
  useEffect(() => {
    document.title = `${tab} · Footprint`;
  }, [tab]);
  return (
    <div className="page">
      <header className="page-header">
        <div>
          <h1>{title}</h1>
          {intro && <p className="intro">{intro}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A list that has nothing yet: says what would be here, and how to get it there. */
export function EmptyState({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** What `useHeadingFocus` returns. */
  readonly headingRef?: React.Ref<HTMLHeadingElement>;
}

/** A part of a page under a heading of its own. */
export function Section({ title, intro, actions, children, headingRef }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <header className="section-header">
        <div>
          <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
            {title}
          </h2>
          {intro && <p className="muted small">{intro}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** The heading of a list takes the focus when the row that had it is gone. */
export function useHeadingFocus(): readonly [React.RefObject<HTMLHeadingElement | null>, () => void] {
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useCallback(() => {
    // After the dialog gave the focus back.
    requestAnimationFrame(() => heading.current?.focus());
  }, []);
  return [heading, focus];
}

/** A page that could not be shown. */
export function PageError({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <main className="page">
      <h1>This page cannot be shown</h1>
      <ErrorNote error={error} onRetry={reset} />
    </main>
  );
}

export function NotFound() {
  return (
    <main className="page">
      <h1>Page not found</h1>
      <p>It may have been deleted, or belong to another account.</p>
      <p>
        <Link to="/dashboard">Back to the dashboard</Link>
      </p>
    </main>
  );
}

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

/** The head of pages that belong to no account, with ways to others. */
export function Masthead({ children }: { readonly children: ReactNode }) {
  return (
    <nav className="masthead" aria-label="Dashboard">
      <span className="brand">
        <Mark /> Footprint
      </span>
      {children}
    </nav>
  );
}

/** The sign of the service. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M10 22v-6a6 6 0 0 1 12 0v6M16 16v7" />
    </svg>
  );
}

/** A part that is being loaded: nothing at first, so that what comes at once does not flicker. */
export function Loading({ what = 'the page' }: { readonly what?: string | undefined }) {
  return (
    <p className="loading" aria-busy="true">
      Loading {what}…
    </p>
  );
}
