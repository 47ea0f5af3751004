import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';

/** Screen readers hear at most one sentence in this time: the newest. */
const MIN_INTERVAL_MS = 1_000;

const AnnouncerContext = createContext<(text: string) => void>(() => undefined);

/** Says a sentence to screen readers, without moving the focus (ARIA live region, polite). */
export const useAnnounce = (): ((text: string) => void) => useContext(AnnouncerContext);

/** The one live region of the page. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [spoken, setSpoken] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const next = useRef<string | null>(null);
  const announce = useCallback((text: string) => {
    next.current = text;
    if (timer.current !== null) return;
    const speak = () => {
      timer.current = null;
      if (next.current === null) return;
      setSpoken(next.current);
      next.current = null;
      timer.current = setTimeout(speak, MIN_INTERVAL_MS);
    };
    speak();
  }, []);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return (
    <AnnouncerContext.Provider value={announce}>
      {children}
      <div className="visually-hidden" aria-live="polite">
        {spoken}
      </div>
    </AnnouncerContext.Provider>
  );
}
