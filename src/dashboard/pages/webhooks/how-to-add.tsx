import { CodeBlock } from '../../components/code-block.js';

/** What an endpoint is for, and how to add the first one. */
export function HowToAdd({ mayChange }: { readonly mayChange: boolean }) {
  const curl = `curl ${new URL('/v2/webhooks/endpoints', window.location.href).href} \\
  -H "Authorization: Bearer $FOOTPRINT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.com/hooks"}'`;
  return (
    <>
      <p>
        An endpoint is an https address of yours. It receives an event when a lookup has finished, when usage reaches a threshold, and when
        a teammate joins. Each event is signed, and is attempted up to eight times over two hours until your address answers with a 2xx
        status.
      </p>
      {mayChange ? (
        <>
          <p>Add one with the button above, or with an API key of the scope “webhooks”:</p>
          <CodeBlock label="Adding an endpoint with curl" text={curl} copy="Copy the command" />
        </>
      ) : (
        <p>Only owners and admins of the account can add one.</p>
      )}
    </>
  );
}
