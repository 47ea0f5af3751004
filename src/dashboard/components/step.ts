import { useEffect, useRef } from 'react';

/**
 * Moves the focus to what replaced the part of a dialog that had it, so that it is read and the keyboard goes on from there.
 *
 * @param step another value than before: another step; false or null is the first, which chooses its own focus
 * @returns for the element at the beginning of the step, with `tabIndex={-1}`
 */
export function useStepFocus<T extends HTMLElement = HTMLParagraphElement>(step: string | boolean | null): React.RefObject<T | null> {
  const start = useRef<T>(null);
  useEffect(() => {
    if (step) start.current?.focus();
  }, [step]);
  return start;
}
