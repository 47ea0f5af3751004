import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBareApi } from '../support/http/bare-api.js';
import { asOwner } from '../support/databases.js';
import type { Service } from '../support/service.js';

describe('what has expired', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  it('a lookup that is locked, or cannot be deleted, keeps none of the others, of its account and of the next', async () => {
    const { sql, record } = service;
    const expired: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { key } = await service.account();
      for (const name of ['ada-example', 'bob-example', 'eve-example']) {
        const sent = await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: [name] } } });
        expired.push((sent.body as { lookupId: string }).lookupId);
      }
    }
    await sql`UPDATE lookups SET state = 'finished', finished_at = accepted_at, accepted_at = now() - interval '1 year' WHERE id = ANY (${expired})`;
    const [locked = '', poison = ''] = expired;
    const left = async () => (await sql<{ id: string }[]>`SELECT id FROM lookups ORDER BY id`).map(({ id }) => id);
    await asOwner(sql, (owner) =>
      owner.unsafe(`
        CREATE FUNCTION is_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.id = '${poison}' THEN RAISE 'nothing is deleted here'; END IF; RETURN OLD; END $$;
        CREATE TRIGGER is_stuck BEFORE DELETE ON lookups FOR EACH ROW EXECUTE FUNCTION is_stuck()`),
    );
    await sql.begin(async (tx) => {
      await tx`SELECT 1 FROM lookups WHERE id = ${locked} FOR UPDATE`;
      await expect(record.retention.deleteExpired()).rejects.toThrow('nothing is deleted here');
      expect(await left()).toEqual([locked, poison].toSorted());
    });
    await asOwner(sql, (owner) => owner.unsafe('DROP TRIGGER is_stuck ON lookups; DROP FUNCTION is_stuck'));
    expect(await record.retention.deleteExpired()).toBeGreaterThanOrEqual(2);
    expect(await left()).toEqual([]);
  });
});
