import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError, type WebhookHeader } from '../../../../../clients/typescript/verify-webhook.js';
import { signatureOf, webhookHeaders } from '../../../../../src/features/webhooks/sender/webhook-sender.js';

const SECRET = 'whsec_example_secret';
const OLD = 'whsec_older_secret';
const body = Buffer.from('{"id":"evt_1","type":"endpoint.test","createdAt":"2030-01-01T00:00:00.000Z","data":{"text":"Łódź – 🦊"}}');
const now = (): number => Math.floor(Date.now() / 1_000);
const headerOf = (secrets: readonly string[], timestamp = now(), of: Uint8Array = body): string =>
  signatureOf({ secrets, body: of, timestamp });

describe('the signature header', () => {
  it('is t and the HMAC-SHA256 of "<t>.<raw body>" in hexadecimal', () => {
    const expected = createHmac('sha256', SECRET).update(`1700000000.${body.toString()}`).digest('hex');
    expect(headerOf([SECRET], 1_700_000_000)).toBe(`t=1700000000,v1=${expected}`);
  });

  it('has the service prefix in its name', () => {
    expect(webhookHeaders('svc')).toEqual({ signature: 'SVC-Signature', eventId: 'SVC-Event-Id' });
    expect(webhookHeaders('acme9').signature).toBe('ACME9-Signature');
  });
});

const official = (raw: Buffer, header: string, secret: string): string => Stripe.webhooks.constructEvent(raw, header, secret, 300).id;
const ours = async (raw: Buffer, header: string, secret: string): Promise<string> => (await verifyWebhook(raw, header, secret)).id;

describe.each([
  ['the official Node package', official],
  ['our helper', ours],
] as const)('%s', (_, verify) => {
  const verdict = async (...args: Parameters<typeof official>): Promise<string> => {
    try {
      return await verify(...args);
    } catch {
      return 'refused';
    }
  };

  it('believes what we sign', async () => {
    expect(await verdict(body, headerOf([SECRET]), SECRET)).toBe('evt_1');
  });

  it('refuses a body in which one byte was changed', async () => {
    const tampered = Buffer.from(body);
    tampered.write('2', 10);
    expect(await verdict(tampered, headerOf([SECRET]), SECRET)).toBe('refused');
  });

  it('refuses what is 301 seconds old, and believes what is 298', async () => {
    expect(await verdict(body, headerOf([SECRET], now() - 301), SECRET)).toBe('refused');
    expect(await verdict(body, headerOf([SECRET], now() - 298), SECRET)).toBe('evt_1');
  });

  it('refuses another secret', async () => {
    expect(await verdict(body, headerOf([SECRET]), OLD)).toBe('refused');
  });

  it('believes either secret during a rotation', async () => {
    const header = headerOf([SECRET, OLD]);
    expect(await verdict(body, header, SECRET)).toBe('evt_1');
    expect(await verdict(body, header, OLD)).toBe('evt_1');
    expect(await verdict(body, header, 'whsec_a_third')).toBe('refused');
  });
});

describe('our helper', () => {
  const reason = (header: WebhookHeader, secret: string | readonly string[] = SECRET, options = {}): Promise<unknown> =>
    verifyWebhook(body, header, secret, options).then(
      () => null,
      (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : error),
    );

  it('refuses what is 301 seconds ahead, and says which way the clock is off', async () => {
    expect(await reason(headerOf([SECRET], now() + 302))).toBe('in_the_future');
    expect(await reason(headerOf([SECRET], now() - 301))).toBe('too_old');
    expect(await reason(headerOf([SECRET], 1_000), SECRET, { now: 1_300, toleranceSeconds: 300 })).toBeNull();
    expect(await reason(headerOf([SECRET], 1_000), SECRET, { now: 1_301, toleranceSeconds: 300 })).toBe('too_old');
    expect(await reason(headerOf([SECRET], 1_301), SECRET, { now: 1_000, toleranceSeconds: 300 })).toBe('in_the_future');
  });

  it.each([undefined, null, []])('refuses a request without the header (%j) like one that nobody signed', async (header) => {
    expect(await reason(header)).toBe('malformed_header');
  });

  it('takes a header as Node types it', async () => {
    expect(await reason([headerOf([SECRET])])).toBeNull();
  });

  it('takes a text and several secrets', async () => {
    expect((await verifyWebhook(body.toString(), headerOf([OLD]), [SECRET, OLD])).id).toBe('evt_1');
  });

  it.each([
    '',
    't=1',
    'v1=00',
    `t=${now()},v1=zz`,
    `t=-1,v1=${'0'.repeat(64)}`,
    `t=1,t=2,v1=${'0'.repeat(64)}`,
    `t=1e3,v1=${'0'.repeat(64)}`,
    `t=1,v0=${'0'.repeat(64)}`,
  ])('refuses the header %j', async (header) => {
    expect(await reason(header)).toBe('malformed_header');
  });

  it('believes every body that was signed, and none that was not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.string({ minLength: 1 }), fc.nat(), async (json, secret, position) => {
        const raw = Buffer.from(json);
        const header = headerOf([secret], now(), raw);
        await expect(verifyWebhook(raw, header, secret)).resolves.toEqual(JSON.parse(json));
        const other = Buffer.concat([
          raw.subarray(0, position % (raw.length + 1)),
          Buffer.from(' '),
          raw.subarray(position % (raw.length + 1)),
        ]);
        await expect(verifyWebhook(other, header, secret)).rejects.toBeInstanceOf(WebhookVerificationError);
      }),
      { numRuns: 50 },
    );
  });
});
