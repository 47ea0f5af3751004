/** The frame of an account's pages: navigation, switching accounts, the keyboard. */
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { AccountProvider, type CurrentAccount } from '../client/account.js';
import { createAccountApi } from '../client/api.js';
import { personQuery } from '../client/queries.js';
import { CommandPalette } from './command-palette.js';
import { Navigation } from './navigation.js';
import { NotFound } from './page-error.js';
import { RecentSignIn } from './recent-sign-in.js';

export function AccountShell() {
  const { account: accountId } = useParams({ from: '/signed-in/dashboard/$account' });
  const { data: person } = useQuery(personQuery);
  const membership = person?.accounts.find((each) => each.accountId === accountId);
  const account = useMemo<CurrentAccount | null>(
    () => (membership ? { ...membership, id: membership.accountId, api: createAccountApi(membership.accountId) } : null),
    [membership],
  );
  const main = useFocusOnNavigation();
  if (!person) return null;
  if (!account) return <NotFound />;
  return (
    <AccountProvider value={account} key={account.id}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <div className="shell">
        <Navigation person={person} />
        <main id="main" ref={main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <CommandPalette />
      <RecentSignIn email={person.email} />
    </AccountProvider>
  );
}

/** After a change of page the focus is at its beginning, as after loading one; screen readers then read its heading. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);
  return main;
}
