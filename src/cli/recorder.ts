/** Keeps what platforms answered to both controls, to repair rules by: without identity, cookies, tokens and personal data. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResponseObserver } from '../engine/platform-prober.js';
import { variablesFor } from '../engine/http/probe-variables.js';
import { contentKindOf, headerOf } from '../kernel/net/http-response.js';
import { exitWith } from '../wiring/lifecycle.js';
import { ApiError } from './api-client.js';
import { cleanText } from './clean-text.js';

/** Headers that rules read or that tell who answered. All others are left out: many hold cookies, tokens or addresses. */
const HEADERS = ['content-type', 'content-language', 'location', 'retry-after', 'server', 'cache-control', 'cf-mitigated'];
/** Characters of a body. */
const MAX_BODY = 32_768;

/** Writes one file a control, `<platform>.<query type>.<control>.json`: the newest response, whose `sample` is as in platform files. */
export function createRecorder(folder: string): ResponseObserver {
  mkdirSync(folder, { recursive: true });
  const shown = new Set<string>();
  return async (platform, identity, answer, reads) => {
    const rule = platform.probes[identity.type];
    const control = rule?.positiveControls?.includes(identity.value) ? 'positive' : 'negative';
    const file = `${platform.slug}.${identity.type}.${control}.json`;
    // Accounts vanish: of several positive controls, one that exists is kept.
    if (control === 'positive' && reads !== 'registered' && shown.has(file)) return;
    if (reads === 'registered') shown.add(file);
    const clean = (text = ''): string | null => cleanText(text, variablesFor(identity));
    const headers = HEADERS.map((name) => [name, clean(headerOf(answer, name))?.slice(0, 1_000)]).filter(([, value]) => value);
    const text = ['json', 'html', 'xml', 'text'].includes(contentKindOf(answer) ?? '') ? clean(answer.body) : null;
    const recording = {
      platform: platform.slug,
      queryType: identity.type,
      control,
      reads,
      recordedOn: new Date().toISOString().slice(0, 10),
      request: rule?.request.url,
      body: text === null ? 'not kept' : text.length > MAX_BODY ? 'cut off' : 'whole',
      sample: { status: answer.status, headers: Object.fromEntries(headers) as object, text: text?.slice(0, MAX_BODY) },
    };
    try {
      writeFileSync(join(folder, file), `${JSON.stringify(recording, null, 2)}\n`);
    } catch {
      // Thrown here, it would be taken for a fault of the platform.
      exitWith(new ApiError(`${folder} cannot be written.`), true);
    }
  };
}
