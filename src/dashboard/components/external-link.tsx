import type { ReactNode } from 'react';

/** A link to another site. What is no http(s) URL is shown as text. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return <span className="breakable">{children ?? href}</span>;
  return (
    <a className="breakable" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? href}
      <span className="visually-hidden"> (opens in another tab)</span>
    </a>
  );
}
