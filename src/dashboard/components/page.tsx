import { type ReactNode, useEffect } from 'react';

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
