export function looksLikeAccount(page: string, { accounts, sitePages }: { accounts: readonly string[]; sitePages: readonly string[] }) {
  const verdict: 'account' | 'site_page' | 'undecided' = accounts.includes(page) && !sitePages.includes(page) ? 'account' : 'undecided';
  return { verdict };
}
