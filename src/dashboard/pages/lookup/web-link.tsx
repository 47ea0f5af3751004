import type { ReactNode } from 'react';
import { parseUrl } from '../../../kernel/values/parse-url.js';

/** A link to another site, for http(s) only; anything else stays text. The site does not learn where it was opened from. */
export function WebLink({ url, children }: { readonly url: string | null; readonly children: ReactNode }) {
  const parsed = url === null ? null : parseUrl(url);
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return <span>{children}</span>;
  return (
    <a href={parsed.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
