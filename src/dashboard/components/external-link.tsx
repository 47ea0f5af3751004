import type { ReactNode } from 'react';
import { parseUrl } from '../../kernel/values/parse-url.js';

/** A link to another site. What is no http(s) URL is shown as text. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  if (!/^https?:\/\//i.test(href) || !parseUrl(href)) return <span className="breakable">{children ?? href}</span>;
  return (
    <a className="breakable" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? href}
      <span className="visually-hidden"> (opens in another tab)</span>
    </a>
  );
}
