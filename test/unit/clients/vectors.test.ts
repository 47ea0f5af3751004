/** What clients of all languages are held to, held to here by the TypeScript client, the service and the official library. */
import { readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  createFootprintClient,
  FootprintError,
  followLookup,
  unwrap,
  verifyWebhook,
  WebhookVerificationError,
} from '../../../clients/typescript/index.js';
import { signatureOf } from '../../../src/features/webhooks/sender/webhook-sender.js';
import { encodeEvent } from '../../../src/kernel/http/sse.js';
import { apiErrorBody, type ErrorCode, type ErrorDetails, ServiceError } from '../../../src/kernel/values/errors.js';

const read = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../../clients/vectors/${name}.json`, import.meta.url), 'utf8')) as { readonly cases: readonly T[] };

interface Signature {
  readonly name: string;
  readonly body: string;
  readonly header: string;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly expect: string;
  readonly asSent: boolean;
}
interface Refusal {
  readonly name: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expect: Readonly<Record<string, unknown>>;
  readonly byService: boolean;
}
interface Stream {
  readonly name: string;
  readonly stream: string;
  readonly events: readonly { readonly id: string; readonly type: string; readonly data: unknown }[];
  readonly progress: readonly { readonly planned: number; readonly ended: number }[];
  readonly result: unknown;
}

const clientThat = (fetch: (request: Request) => Promise<Response>) =>
  createFootprintClient({ baseUrl: 'https://footprint.example.com', apiKey: 'svc_example', fetch });

const SIGNATURES = read<Signature>('signatures').cases;

it.each(SIGNATURES)('signature: $name', async ({ body, header, secrets, now, expect: expected }) => {
  const reason = await verifyWebhook(body, header, secrets, { now }).then(
    () => 'valid',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : error),
  );
  expect(reason).toBe(expected);
});

it('a body that was parsed is refused in a sentence', async () => {
  const { header } = SIGNATURES[0] as Signature;
  await expect(verifyWebhook({ id: 'evt_1' } as never, header, 'whsec_example')).rejects.toThrow(/raw body/);
});

it.each(SIGNATURES.filter(({ asSent }) => asSent))(
  'signature, by the official library: $name',
  ({ body, header, secrets, now, ...rest }) => {
    const isValid = secrets.some((secret) => {
      try {
        return Boolean(Stripe.webhooks.constructEvent(body, header, secret, 300, undefined, now * 1_000));
      } catch {
        return false;
      }
    });
    expect(isValid).toBe(rest.expect === 'valid');
  },
);

it.each(SIGNATURES.filter((each) => each.asSent && each.expect === 'valid'))('signature, as sent: $name', ({ body, header, secrets }) => {
  const timestamp = Number(/^t=(\d+)/.exec(header)?.[1]);
  const sent = secrets.map((secret) => signatureOf({ secrets: [secret], body: Buffer.from(body), timestamp }).split(',v1=')[1]);
  expect(header.split(',v1=').some((signature) => sent.includes(signature))).toBe(true);
});

const REFUSALS = read<Refusal>('errors').cases;

it.each(REFUSALS)('refusal: $name', async ({ status, headers, body, expect: expected }) => {
  const answer = await clientThat(async () => new Response(body, { status, headers })).GET('/v2/lookup');
  let error: unknown;
  try {
    unwrap(answer);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(FootprintError);
  const { code, message, details, retryAfterSeconds, lookupId, requestId } = error as FootprintError;
  const shown = { status: (error as FootprintError).status, code, message, details, retryAfterSeconds, lookupId, requestId };
  expect(JSON.parse(JSON.stringify(shown))).toEqual(expected);
});

it.each(REFUSALS.filter(({ byService }) => byService))('refusal, as sent: $name', ({ status, body, expect: expected }) => {
  const { code, message, details } = expected as { code: ErrorCode; message: string; details?: ErrorDetails };
  const error = new ServiceError(code, message, details ? { details } : {});
  expect([error.status, apiErrorBody(error)]).toEqual([status, JSON.parse(body)]);
});

describe.each(read<Stream>('streams').cases)('stream: $name', ({ stream, events, progress, result }) => {
  const bytes = new TextEncoder().encode(stream);
  const blocks = stream.split(/(?<=\n\n)/);
  /** What the service sends after an event. */
  const after = (id: string | null) => {
    const index = id === null ? -1 : blocks.findIndex((block) => block.split('\n').includes(`id: ${id}`));
    return new TextEncoder().encode(blocks.slice(index + 1).join(''));
  };

  it('is handed over whole, once and in order, wherever it is cut', async () => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const seen: unknown[] = [];
      const reported: unknown[] = [];
      let requests = 0;
      const client = clientThat(async ({ headers }) => {
        const isFirst = requests++ === 0;
        const sent = isFirst ? bytes.slice(0, cut) : after(headers.get('last-event-id'));
        return new Response(sent, { headers: { 'content-type': 'text/event-stream' } });
      });
      const options = {
        wait: async () => {},
        onEvent: (event: unknown) => void seen.push(event),
        onProgress: (each: unknown) => void reported.push(each),
      };
      expect(await followLookup(client, 'lkp_01j00000000000000000000000', options), `cut at ${cut}`).toEqual(result);
      expect(seen, `cut at ${cut}`).toEqual(events);
      expect(requests).toBeLessThanOrEqual(2);
      if (cut === bytes.length) expect(reported).toEqual(progress);
    }
  });

  it('has its events as the service encodes them', () => {
    for (const { id, type, data } of events) expect(blocks).toContain(encodeEvent({ id, event: type, data }));
  });
});
