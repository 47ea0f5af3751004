import { CodeBlock } from '../../components/facts.js';
import { SecretDialog } from '../../components/dialog.js';

const VERIFY = `import { createHmac, timingSafeEqual } from 'node:crypto';

// header: SVC-Signature of the request; body: its bytes as they arrived
export function verify(body, header, secret) {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const sent = fields.find(([name]) => name === 't')[1];
  const expected = createHmac('sha256', secret).update(sent + '.').update(body).digest();
  const matches = fields.some(([name, hex]) => {
    const given = Buffer.from(hex, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return matches && Math.abs(Date.now() / 1000 - sent) <= 300;
}
`;

/** A signing secret, shown once, and how a receiver uses it. */
export function SigningSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <SecretDialog title="Signing secret" what="signing secret" secret={secret} onClose={onClose}>
      <details>
        <summary>How a receiver verifies events</summary>
        <div className="stack">
          <p className="small">
            Each request carries <code>SVC-Signature: t=…,v1=…</code> (or another prefix). <code>v1</code> is the HMAC-SHA256 of{' '}
            <code>t.body</code> with this secret. While secrets overlap there are several; any may match. In Node.js:
          </p>
          <CodeBlock label="Verification in Node.js" text={VERIFY} copy="Copy the code" />
          <p className="small">
            Or use a library of Standard Webhooks (<code>standardwebhooks</code>, <code>svix</code>) with this secret as it is: requests
            carry <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code> as well.
          </p>
        </div>
      </details>
    </SecretDialog>
  );
}
