/** The name that a person gave, from the request to the answer, and what accounts show of it. */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { lookupCommand } from '../../../src/cli/lookup-command.js';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { outcome } from '../../stores/support/record.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { openStream } from '../../support/http/event-client.js';

const UNHURRIED = { timeout: 50_000, interval: 50 };
const USERNAME = 'casey-example';
const CLAIMED = 'Casey Example';
const NAMES = { 'site-0001': 'Example, Casey', 'site-0002': 'zephyr', 'site-0003': 'Somebody Else' } as const;

describe('the name that a person gave', () => {
  const service = sharedBareApi();
  const read = async (key: string, path: string) => (await service().call('GET', path, { key })).body as LookupBodyV2;

  /** A finished lookup for which these accounts show these names. */
  async function lookupWith(key: string, names: Readonly<Record<string, string>>, claimedName?: string): Promise<string> {
    const body = { identities: { usernames: [USERNAME] }, ...(claimedName === undefined ? {} : { claimedName }) };
    const accepted = await service().call('POST', '/v2/lookup', { key, body });
    expect(accepted.status).toBe(200);
    const { lookupId, claimedName: shown } = accepted.body as LookupBodyV2;
    expect(shown).toEqual(claimedName === undefined ? null : { value: claimedName, agreement: 'unknown', platforms: [] });
    await finish(lookupId, names);
    return lookupId;
  }

  async function finish(lookupId: string, names: Readonly<Record<string, string>>): Promise<void> {
    const { writer } = service().record;
    const targets = Object.keys(names).map((platform) => ({ platform, subjects: ['username' as const] }));
    await writer.savePlan(lookupId, { targets, modules: ['footprint'] });
    await writer.record(
      lookupId,
      Object.entries(names).map(([platform, displayName]) =>
        outcome(platform, { subject: 'username', checkedAt: new Date(), profile: { displayName } }),
      ),
    );
    await writer.finish(lookupId);
  }

  it('is compared with the names that accounts show: one that agrees is enough', async () => {
    const { key } = await service().account();
    const lookupId = await lookupWith(key, NAMES, CLAIMED);
    const shown = {
      value: CLAIMED,
      agreement: 'agree',
      platforms: [
        { platform: 'site-0001', agreement: 'agree' },
        { platform: 'site-0003', agreement: 'differ' },
      ],
    };
    const body = await read(key, `/v2/lookup/${lookupId}`);
    expect(body.claimedName).toEqual(shown);
    const events = await (await openStream(`${service().url}/v2/lookup/${lookupId}/stream`, key, `${lookupId}.0.`)).whole();
    expect((events.at(-1)?.data as LookupBodyV2).claimedName).toEqual(shown);
    expect(JSON.stringify(await read(key, `/v1/lookup/${lookupId}`))).not.toMatch(/claimed|Casey E|Somebody/);
  });

  it('is sent by `footprint lookup --name` in a body, with company and country, and shown in its answer', async () => {
    const { key, accountId } = await service().account();
    const written: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    try {
      const args = [
        USERNAME,
        '--name',
        CLAIMED,
        '--company',
        'Sample Ltd',
        '--country',
        'de',
        '--platforms',
        'site-0001, site-0003',
        '--url',
        service().url,
        '--key',
        key,
      ];
      const looking = lookupCommand().parseAsync(args, { from: 'user' });
      const lookupId = await vi.waitFor(async () => {
        const [row] = await service().sql<{ id: string }[]>`
          SELECT id FROM lookups WHERE account_id = ${accountId} AND claimed_name = ${CLAIMED}
            AND claimed_company = 'Sample Ltd' AND claimed_country = 'DE' AND platforms = '{site-0001,site-0003}'`;
        return row?.id ?? expect.fail('it is not stored yet');
      }, UNHURRIED);
      await finish(lookupId, NAMES);
      await looking;
    } finally {
      out.mockRestore();
    }
    const shown = stripVTControlCharacters(written.join(''));
    for (const line of [`Name given: ${CLAIMED} (agrees with one account)`, 'Company given: Sample Ltd', 'Country given: DE'])
      expect(shown).toContain(line);
  });

  it('moves no score, whatever accounts show, and is null where none was sent', async () => {
    const { key } = await service().account();
    const scoreOf = async (names: Readonly<Record<string, string>>, claimedName?: string) => {
      const { risk, claimedName: shown } = await read(key, `/v2/lookup/${await lookupWith(key, names, claimedName)}`);
      return { score: risk.score, agreement: shown?.agreement ?? null };
    };
    const plain = await scoreOf(NAMES);
    expect(plain.agreement).toBeNull();
    expect(await scoreOf(NAMES, CLAIMED)).toEqual({ score: plain.score, agreement: 'agree' });
    expect(await scoreOf(NAMES, 'Ada Lovelace')).toEqual({ score: plain.score, agreement: 'differ' });
    expect(await scoreOf(NAMES, 'Ada')).toEqual({ score: plain.score, agreement: 'unknown' });
  });

  it.each(['', '   ', 'x'.repeat(201), 7, 'a\u0000b', 'a\ud800b', 'a\udc00'])(
    'is refused when it is %j, and nothing is stored',
    async (claimedName) => {
      const { accountId, key } = await service().account();
      const { status, body } = await service().call('POST', '/v2/lookup', {
        key,
        body: { identities: { usernames: [USERNAME] }, claimedName },
      });
      expect([status, (body as { error: { field?: string } }).error]).toMatchObject([422, {}]);
      expect(await service().record.database.sql`SELECT 1 FROM lookups WHERE account_id = ${accountId}`).toHaveLength(0);
    },
  );
});
