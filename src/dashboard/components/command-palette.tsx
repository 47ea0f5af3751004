import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { useAccount } from '../client/account.js';
import { Dialog } from './dialog.js';
import { pagesFor } from './pages-of-account.js';

/** Ctrl+K or ⌘K: any page by a few letters of its name. */
export function CommandPalette() {
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
