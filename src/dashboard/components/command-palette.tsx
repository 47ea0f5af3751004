import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { isAtLeast } from '../../domain/people/people.js';
import { useAccount } from '../client/account.js';
import { Dialog } from './dialog.js';
import { PAGES_OF_ACCOUNT } from './pages-of-account.js';

/** Ctrl+K or ⌘K: any page by a few letters of its name. */
export function CommandPalette() {
  const account = useAccount();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setText('');
      setChosen(0);
      setOpen((open) => !open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!isOpen) return null;
  const pages = PAGES_OF_ACCOUNT.filter(
    ({ title, role = 'member' }) => isAtLeast(account.role, role) && title.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const open = (index: number) => {
    const page = pages[index];
    if (!page) return;
    setOpen(false);
    void navigate({ to: page.to, params: { account: account.id } });
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowDown') setChosen((now) => Math.min(now + 1, pages.length - 1));
    if (key === 'ArrowUp') setChosen((now) => Math.max(now - 1, 0));
    if (key === 'Enter') open(chosen);
  };
  return (
    <Dialog title="Go to" onClose={() => setOpen(false)}>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-pages"
        aria-activedescendant={pages[chosen] ? `palette-${chosen}` : undefined}
        aria-label="Page"
        placeholder="Name of a page"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <ul className="palette-pages" id="palette-pages" role="listbox" aria-label="Pages">
        {pages.map(({ title, group }, index) => (
          <li key={title} id={`palette-${index}`} role="option" aria-selected={index === chosen} onClick={() => open(index)}>
            {title} <span className="muted small">{group}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
