/** What we really send is verified by the libraries of Standard Webhooks, in TypeScript and in Python, beside the header of our own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../clients/typescript/verify-webhook.js';
import { createWebhookSender } from '../../src/features/webhooks/sender/webhook-sender.js';
import { createGuardedHttp } from '../../src/kernel/net/guarded-http/index.js';
import { createSecretBox } from '../../src/kernel/secrets/secret-box.js';
import { runProgram } from '../../tools/embedded/child.js';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { acknowledge, receiverAuthority, startReceiver, type Received, type Receiver } from '../support/webhooks/receiver.js';

const PACKAGES = ['standardwebhooks==1.1.0', 'svix==2.9.1'];
const SCRIPT = `
import importlib, json, sys
cases = json.load(open(sys.argv[1]))
verdicts = []
for case in cases:
    webhook = importlib.import_module('svix.webhooks' if case['library'] == 'svix' else 'standardwebhooks.webhooks').Webhook
    try:
        body = bytes.fromhex(case['body'])
        webhook(case['secret']).verify(body, case['headers'])
        verdicts.append(json.loads(body)['id'])
    except Exception as error:
        verdicts.append(type(error).__name__)
print(json.dumps(verdicts))
`;
const secrets = createSecretBox({ keys: [TEST_SECRETS_KEY] });
const [SECRET, OLD, OTHER] = [secrets.create(), secrets.create(), secrets.create()];
/** As releases before 0.2.0 made them: 43 characters, which are base64 with a sign of padding. */
const EARLIER = OLD.slice(0, -1);
const body = Buffer.from('{"id":"evt_1","type":"endpoint.test","data":{"text":"Łódź – 🦊"}}');

interface Case {
  readonly name: string;
  readonly request: Received;
  readonly secret: string;
  readonly isValid: boolean;
}

describe('libraries of Standard Webhooks', () => {
  let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
  let receiver: Receiver;
  let cases: Case[];
  beforeAll(async () => {
    trusted = await receiverAuthority();
    receiver = await startReceiver({ identity: trusted.identity, answering: acknowledge });
    const send = async (by: readonly string[], ago = 0): Promise<Received> => {
      const http = createGuardedHttp({ allowedNetworks: ['127.0.0.0/8'], caFile: trusted.authority.caFile });
      const sender = createWebhookSender({ http, prefix: 'svc', now: () => new Date(Date.now() - ago * 1_000) });
      const { signal } = new AbortController();
      expect(await sender.send({ url: receiver.url, eventId: 'evt_1', body, secrets: by, signal })).toMatchObject({ failure: null });
      return receiver.received.at(-1) ?? expect.fail('nothing arrived');
    };
    const [one, both, old, earlier] = [await send([SECRET]), await send([SECRET, OLD]), await send([SECRET], 301), await send([EARLIER])];
    const tampered = { ...one, body: Buffer.from(body.toString().replace('evt_1', 'evt_2')) };
    const renamed = { ...one, headers: { ...one.headers, 'webhook-id': 'evt_2' } };
    cases = [
      { name: 'with its secret', request: one, secret: SECRET, isValid: true },
      { name: 'in a rotation with the new secret', request: both, secret: SECRET, isValid: true },
      { name: 'in a rotation with the old secret', request: both, secret: OLD, isValid: true },
      { name: 'of an earlier secret, padded', request: earlier, secret: `${EARLIER}=`, isValid: true },
      { name: 'with another secret', request: both, secret: OTHER, isValid: false },
      { name: 'with another body', request: tampered, secret: SECRET, isValid: false },
      { name: 'under another id', request: renamed, secret: SECRET, isValid: false },
      { name: 'of more than five minutes ago', request: old, secret: SECRET, isValid: false },
    ];
  });
  afterAll(async () => {
    await receiver?.close();
    trusted?.authority.remove();
  });
  const wanted = () => Object.fromEntries(cases.map(({ name, isValid }) => [name, isValid]));

  it.each([
    ['standardwebhooks', StandardWebhook],
    ['svix', SvixWebhook],
  ] as const)('%s in TypeScript believes what we send, with either secret of a rotation, and nothing else', (_, Library) => {
    const verdicts = cases.map(({ name, request, secret }) => {
      try {
        new Library(secret).verify(request.body, request.headers);
        return [name, true];
      } catch {
        return [name, false];
      }
    });
    expect(Object.fromEntries(verdicts)).toEqual(wanted());
  });

  it.each(['standardwebhooks', 'svix'])(
    '%s in Python does, too',
    async (library) => {
      const python = join(await pythonEnvironment({ name: 'standard-webhooks', packages: PACKAGES }), 'python');
      const folder = mkdtempSync(join(tmpdir(), 'standard-webhooks-'));
      try {
        const written = cases.map(({ request, secret }) => ({
          library,
          secret,
          body: request.body.toString('hex'),
          headers: request.headers,
        }));
        writeFileSync(join(folder, 'verify.py'), SCRIPT);
        writeFileSync(join(folder, 'cases.json'), JSON.stringify(written));
        const run = await runProgram(python, [join(folder, 'verify.py'), join(folder, 'cases.json')], { timeoutMs: 60_000 });
        expect(run.ok, run.lastLines).toBe(true);
        const verdicts = JSON.parse(run.out) as string[];
        expect(verdicts.filter((verdict) => verdict !== 'evt_1' && verdict !== 'WebhookVerificationError')).toEqual([]);
        expect(Object.fromEntries(cases.map(({ name }, index) => [name, verdicts[index] === 'evt_1']))).toEqual(wanted());
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    300_000,
  );

  it('the header of our own is in the same requests, and verifies with the same secret', async () => {
    for (const { request, secret } of cases.filter(({ isValid }) => isValid).slice(0, 3))
      await expect(verifyWebhook(request.body, request.signature, secret)).resolves.toMatchObject({ id: 'evt_1' });
  });
});
