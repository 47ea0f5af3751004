/** The frame of an account's pages: navigation, switching accounts, the keyboard. */
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { AccountProvider, type CurrentAccount, useAccount } from '../client/account.js';
import { createAccountApi } from '../client/api.js';
import { personQuery } from '../client/queries.js';
import { Navigation } from './navigation.js';
import { NotFound } from './page.js';
import { RecentSignIn } from './recent-sign-in.js';
import { Dialog } from './dialog.js';
import { pagesFor } from './pages-of-account.js';
import { useOnChange } from './use-on-change.js';

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
  useOnChange(path, () => {
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  });
  return main;
}

/** Ctrl+K or ⌘K: any page by a few letters of its name. */
function CommandPalette() {
  const account = useAccount();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setText('');
      setOpen((open) => !open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!isOpen) return null;
  const pages = pagesFor(account.role).filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()));
  const params = { account: account.id };
  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const [first] = pages;
    if (!first) return;
    setOpen(false);
    void navigate({ to: first.to, params });
  };
  return (
    <Dialog title="Go to" onClose={() => setOpen(false)}>
      <form onSubmit={openFirst} onKeyDown={moveFocus}>
        <input aria-label="Page name" placeholder="Page name" value={text} onChange={(event) => setText(event.target.value)} />
        <ul className="palette-pages">
          {pages.map(({ title, to, group }) => (
            <li key={to}>
              <Link to={to} params={params} onClick={() => setOpen(false)}>
                {title} <span className="muted small">{group}</span>
              </Link>
            </li>
          ))}
        </ul>
        {pages.length === 0 && <p className="muted">No page matches.</p>}
      </form>
    </Dialog>
  );
}

/** Arrows move between the field and the pages below it. */
function moveFocus(event: KeyboardEvent<HTMLFormElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}
