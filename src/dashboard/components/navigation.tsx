import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAccount } from '../client/account.js';
import { Address } from './facts.js';
import { Mark } from './page.js';
import { pagesFor } from './pages-of-account.js';
import { useOnChange } from './use-on-change.js';

interface NavigationProps {
  readonly person: {
    readonly email: string;
    readonly isOperator: boolean;
    readonly accounts: readonly { readonly accountId: string; readonly email: string; readonly name: string | null }[];
  };
}

/** Side bar on wide screens; behind a button on narrow ones. */
export function Navigation({ person }: NavigationProps) {
  const account = useAccount();
  const navigate = useNavigate();
  const menu = useRef<HTMLDetailsElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useOnChange(path, () => {
    if (menu.current && !isWide()) menu.current.open = false;
  });
  useEffect(() => {
    const follow = () => {
      if (!menu.current) return;
      menu.current.open = isWide();
      (menu.current.firstElementChild as HTMLElement).tabIndex = -Number(isWide());
    };
    follow();
    // Not at every change of size: a phone's window changes whenever its address bar goes away.
    const wide = window.matchMedia(WIDE);
    wide.addEventListener('change', follow);
    return () => wide.removeEventListener('change', follow);
  }, []);
  const pages = pagesFor(account.role);
  const groups = [...new Set(pages.map(({ group }) => group))];
  return (
    <details className="navigation" ref={menu} open>
      <summary>
        <span className="brand">
          <Mark /> Footprint
        </span>
        <span className="menu-word">Menu</span>
      </summary>
      <nav aria-label="Pages">
        {person.accounts.length > 1 ? (
          <select
            aria-label="Account"
            value={account.id}
            onChange={(event) => void navigate({ to: '/dashboard/$account', params: { account: event.target.value } })}
          >
            {person.accounts.map(({ accountId, email, name }) => (
              <option key={accountId} value={accountId}>
                {name ?? email}
              </option>
            ))}
          </select>
        ) : (
          (account.name ?? account.email) !== person.email && (
            <p className="account-name muted small">{account.name ?? <Address email={account.email} />}</p>
          )
        )}
        {groups.map((group) => (
          <div className="navigation-group" key={group}>
            <h2>{group}</h2>
            <ul>
              {pages
                .filter((page) => page.group === group)
                .map(({ title, to }) => (
                  <li key={to}>
                    <Link to={to} params={{ account: account.id }} activeOptions={{ exact: to === '/dashboard/$account' }}>
                      {title}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
        <ul className="navigation-foot">
          <li>
            <Link to="/dashboard/profile">
              <Address email={person.email} />
            </Link>
          </li>
          {person.isOperator && (
            <li>
              <Link to="/dashboard/operator">Operators</Link>
            </li>
          )}
          <li>
            <a href="/docs">API reference</a>
          </li>
        </ul>
      </nav>
    </details>
  );
}

const WIDE = '(min-width: 56rem)';
const isWide = (): boolean => window.matchMedia(WIDE).matches;
