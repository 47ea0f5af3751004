/** What we send is verified by the receiver library that most people have: here its Python package, outside of Node. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureOf } from '../../src/features/webhooks/sender/webhook-sender.js';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';
import { runProgram } from '../../tools/embedded/child.js';

const VERSION = '16.1.0';
const SECRET = 'whsec_example_secret';
const OLD = 'whsec_older_secret';
const SCRIPT = `
import json, sys
from stripe import Webhook
cases = json.load(open(sys.argv[1]))
verdicts = []
for case in cases:
    try:
        verdicts.append(Webhook.construct_event(bytes.fromhex(case['body']), case['header'], case['secret'], 300).id)
    except Exception as error:
        verdicts.append(type(error).__name__)
print(json.dumps(verdicts))
`;

describe('the official Python package', () => {
  let python: string;
  let folder: string;
  beforeAll(async () => {
    python = join(await pythonEnvironment({ name: `stripe-${VERSION}`, packages: [`stripe==${VERSION}`] }), 'python');
    folder = mkdtempSync(join(tmpdir(), 'webhook-python-'));
  }, 300_000);
  afterAll(() => folder && rmSync(folder, { recursive: true, force: true }));

  it('believes what we sign, with either secret of a rotation, and nothing else', async () => {
    const body = Buffer.from('{"id":"evt_1","object":"event","type":"endpoint.test","data":{"text":"Łódź – 🦊"}}');
    const tampered = Buffer.from(body.toString().replace('evt_1', 'evt_2'));
    const now = Math.floor(Date.now() / 1_000);
    const header = (secrets: readonly string[], timestamp = now) => signatureOf({ secrets, body, timestamp });
    const cases = [
      { body, header: header([SECRET]), secret: SECRET },
      { body, header: header([SECRET, OLD]), secret: SECRET },
      { body, header: header([SECRET, OLD]), secret: OLD },
      { body: tampered, header: header([SECRET]), secret: SECRET },
      { body, header: header([SECRET], now - 301), secret: SECRET },
      { body, header: header([SECRET]), secret: OLD },
    ].map((each) => ({ ...each, body: each.body.toString('hex') }));
    writeFileSync(join(folder, 'verify.py'), SCRIPT);
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));
    const run = await runProgram(python, [join(folder, 'verify.py'), join(folder, 'cases.json')], { timeoutMs: 60_000 });
    expect(run.ok, run.lastLines).toBe(true);
    const refused = 'SignatureVerificationError';
    expect(JSON.parse(run.out)).toEqual(['evt_1', 'evt_1', 'evt_1', refused, refused, refused]);
  });
});
