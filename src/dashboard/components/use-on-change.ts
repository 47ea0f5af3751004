import { useEffect, useRef } from 'react';

/** Calls `react` after a render in which the value is another one than before; not after the first. */
export function useOnChange(value: unknown, react: () => void): void {
  const previous = useRef(value);
  useEffect(() => {
    if (Object.is(previous.current, value)) return;
    previous.current = value;
    react();
  });
}
