import { useState } from 'react';
import { useAnnounce } from './announcer.js';
import { Button } from './button.js';

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const announce = useAnnounce();
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setState(done ? 'copied' : 'failed');
    announce(done ? 'Copied.' : 'The browser does not allow this page to copy.');
    setTimeout(() => setState('idle'), SHOWN_MS);
  };
  return (
    <Button kind="quiet" onClick={() => void copy()}>
      {state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Not copied'}
    </Button>
  );
}
