import { useMemo, useState } from 'react';
import { CodeBlock } from '../../components/code-block.js';

/** What each attempt sends: set out for reading, or byte for byte as it is signed. */
export function EventBody({ body }: { readonly body: string }) {
  const [isRaw, setRaw] = useState(false);
  const readable = useMemo(() => setOut(body), [body]);
  return (
    <section className="stack" aria-labelledby="body-title">
      <header className="section-header">
        <h2 id="body-title">Body of the request</h2>
        <label className="choice-line">
          <input type="checkbox" checked={isRaw} onChange={(event) => setRaw(event.target.checked)} />
          As sent, byte for byte
        </label>
      </header>
      <CodeBlock label="Body of the request" text={isRaw ? body : readable} copy="Copy the body" />
      <p className="small muted">
        Every attempt sends these bytes under the same id, in <code>SVC-Event-Id</code>, and signs them anew in <code>SVC-Signature</code>.
      </p>
    </section>
  );
}

function setOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
