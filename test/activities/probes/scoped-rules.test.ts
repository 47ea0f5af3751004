/** Scoped rules from the plan to the verdict: real transport, prober and controls, against simulated platforms. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ruleFault } from '../../../src/engine/catalogue/validation/validate-rule.js';
import { NO_STATISTICS, selectTargets } from '../../../src/engine/catalogue/rules/bands.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import { QUERY_TYPES } from '../../../src/kernel/identity/identity.js';
import type { Subjects } from '../../../src/kernel/identity/subjects.js';
import { createOutboundHttp } from '../../../src/engine/http/transport.js';
import type { OutboundHttp } from '../../../src/engine/http/types.js';
import { identityDigest } from '../../../tools/simulator/identity-variables.js';
import { type Simulator, startSimulator } from '../../../tools/simulator/start-simulator.js';
import { platformOf } from '../../support/fixtures.js';
import { probingOf } from '../support/probing.js';

/** A sign-up page's check of whether something is taken; the answer names what was asked about. */
const check = (slug: string, named: string, request: Partial<ProbeRule['request']>, more: Partial<ProbeRule>): ProbeRule => ({
  method: 'account_enumeration',
  request: { method: 'POST', url: `https://${slug}.example/check`, ...request },
  safety: {
    basis: 'availability_check',
    reviewed: '2026-11-23',
    reason: 'An invented platform of a test: reading its answer changes nothing anywhere.',
  },
  registered: {
    status: [200],
    json: [
      { pointer: '/taken', is: 'true' },
      { pointer: '/value', equals: named },
    ],
  },
  absent: {
    status: [200],
    json: [
      { pointer: '/taken', is: 'false' },
      { pointer: '/value', equals: named },
    ],
  },
  ...more,
});
const site = (slug: string, probes: ReturnType<typeof platformOf>['probes']) =>
  platformOf(slug, { homepage: `https://${slug}.example/`, probes });

const PLATFORMS = [
  site('british', {
    phone: check(
      'british',
      '{phone:national}',
      { body: { form: { number: '{phone:national}' } } },
      { scope: { countries: ['GB'] }, positiveControls: ['+442079460001'] },
    ),
  }),
  site('american', {
    phone: check(
      'american',
      '{phone:digits}',
      { body: { json: { code: '{phone:cc}', number: '{phone:national}' } }, headers: { 'x-number': '{phone:national}' } },
      { scope: { countries: ['US', 'CA'] }, positiveControls: ['+12025550101'] },
    ),
  }),
  site('indian', {
    phone: check('indian', '{phone:national}', { body: { form: { number: '{phone:national}' } } }, { scope: { countries: ['IN'] } }),
  }),
  site('provider', {
    email: check(
      'provider',
      '{email}',
      { body: { form: { name: '{email:local}' } } },
      { scope: { domains: ['provider.example'] }, positiveControls: ['press@provider.example'] },
    ),
  }),
];
const ADA = { identities: { phone: ['+442079460123', '+12025550142', '+911000000000'], email: ['ada@provider.example'] }, share: 1 };

let simulator: Simulator;
let transport: OutboundHttp;
beforeAll(async () => {
  simulator = await startSimulator({ platforms: PLATFORMS, accounts: { people: [ADA] } });
  transport = createOutboundHttp({ proxyUrl: simulator.proxyUrl, caFile: simulator.caFile, idleMs: 1 });
});
afterAll(async () => {
  await transport.close();
  await simulator.close();
});
beforeEach(() => simulator.resetRequests());

/**
 * Plans a deep lookup with fresh controls and probes its platforms.
 *
 * @param numbers the operator's negative control numbers, by platform
 * @returns `platform subject: state or reason`
 */
async function sweep(
  subjects: Subjects,
  chosen: readonly string[] | null = null,
  numbers: Readonly<Record<string, readonly string[]>> = {},
): Promise<string[]> {
  const { applicability, probe } = probingOf(transport, PLATFORMS, numbers);
  const targets = selectTargets(PLATFORMS, subjects, 'deep', chosen, NO_STATISTICS, applicability);
  const outcomes = await Promise.all(targets.map(({ platform, subjects: refs }) => probe(platform, subjects, refs)));
  return outcomes.flat().map(({ platform, subject, state, reason }) => `${platform} ${subject}: ${reason ?? state}`);
}

describe('platforms that are asked about some countries or domains only', () => {
  it('their rules are sound', () => {
    for (const { probes } of PLATFORMS) for (const type of QUERY_TYPES) if (probes[type]) expect(ruleFault(probes[type], type)).toBeNull();
  });

  it('answer in both directions inside their scope, with controls that are inside it too', async () => {
    expect(await sweep({ phone: '+442079460123' })).toEqual(['british phone: registered']);
    expect(await sweep({ phone: '+442079460124' })).toEqual(['british phone: not_registered']);
    expect(await sweep({ phone: '+12025550142' })).toEqual(['american phone: registered']);
    expect(await sweep({ phone: '+14165550142' })).toEqual(['american phone: not_registered']);
    expect(await sweep({ email: 'ada@provider.example' })).toEqual(['provider email: registered']);
    expect(await sweep({ email: 'nobody@provider.example' })).toEqual(['provider email: not_registered']);
    expect(simulator.requests().unmatched).toBe(0);
  });

  it('are skipped outside it, by name too, and get no request', async () => {
    const all = PLATFORMS.map(({ slug }) => slug);
    for (const subjects of [
      { phone: '+441534960123' },
      { phone: '+33639980142' },
      { phone: '+19995550142' },
      { email: 'ada@mail.provider.example' },
      { email: 'ada@example.com' },
    ]) {
      expect(await sweep(subjects)).toEqual([]);
      expect(await sweep(subjects, all)).toEqual([]);
    }
    expect(simulator.requests().total).toBe(0);
  });

  it('where no negative control can be made they are in no band, omitted when asked for by name, and get no request', async () => {
    const subjects = { phone: '+911000000000' };
    expect(await sweep(subjects)).toEqual([]);
    expect(await sweep(subjects, ['indian'])).toEqual(['indian phone: uncalibrated']);
    expect(simulator.requests().total).toBe(0);
  });

  it('a number of the operator’s that is registered nowhere is their negative control, and only theirs', async () => {
    const [subjects, numbers] = [{ phone: '+911000000000' }, { indian: ['+442079460777', '+911000000009'], british: ['+442079460777'] }];
    expect(await sweep(subjects, null, numbers)).toEqual(['indian phone: registered']);
    const probed = new Set(simulator.requests().log.map(({ identity }) => identity));
    expect(probed).toEqual(new Set(['+911000000000', '+911000000009'].map((value) => identityDigest('phone', value))));
    // Nothing shows yet that the platform does not deny everybody: that takes an account, as for every rule without a known one.
    expect(await sweep({ phone: '+911000000008' }, null, numbers)).toEqual(['indian phone: uncalibrated']);
    simulator.resetRequests();
    await sweep({ phone: '+442079460124' }, null, numbers);
    expect(simulator.requests().log.map(({ identity }) => identity)).not.toContain(identityDigest('phone', '+442079460777'));
  });

  it('a number that somebody has registered there stops the platform, whatever it says of others', async () => {
    const numbers = { indian: ['+911000000000'] };
    expect(await sweep({ phone: '+911000000000' }, null, numbers)).toEqual(['indian phone: quarantined']);
  });

  it('a lookup about several numbers asks each platform about its own ones only', async () => {
    const found = await sweep({ phone: '+442079460123', 'phone#2': '+12025550142' });
    expect(found.sort()).toEqual([
      'american phone#2: registered',
      'american phone: not_applicable',
      'british phone#2: not_applicable',
      'british phone: registered',
    ]);
    const probed = simulator.requests().log.map(({ slug, queryType }) => `${slug} ${queryType}`);
    expect(new Set(probed)).toEqual(new Set(['british phone', 'american phone']));
  });
});
