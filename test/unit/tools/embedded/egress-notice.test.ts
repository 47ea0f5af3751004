import { expect, it } from 'vitest';
import { egressNotice } from '../../../../tools/embedded/egress-notice.js';

it('says one sentence when platforms cannot be reached, however often that is seen, and one when they can again', () => {
  const printed: string[] = [];
  const observe = egressNotice({ warn: (text) => printed.push(`! ${text}`), note: (text) => printed.push(text) });
  const unreachable = '! hardly any platform can be reached, so lookups find nothing: check the network and PROBE_PROXY_URL';
  for (const status of ['idle', 'ok', 'unreachable', 'unreachable', undefined, 'idle', 'unreachable', 'unknown']) observe(status);
  expect(printed).toEqual([unreachable]);
  for (const status of ['ok', 'ok', 'idle']) observe(status);
  expect(printed).toEqual([unreachable, 'platforms can be reached again']);
  observe('unreachable');
  expect(printed).toEqual([unreachable, 'platforms can be reached again', unreachable]);
});
