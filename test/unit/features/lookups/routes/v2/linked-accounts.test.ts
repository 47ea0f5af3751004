import { expect, it } from 'vitest';
import { linkedAccount } from '../../../../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import type { Platform } from '../../../../../../src/engine/catalogue/rules/platform.js';
import { presentV2 } from '../../../../../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { requestOf } from '../../../../../support/fixtures.js';
import { snapshotOfRequest } from '../../../../../../src/features/lookups/lookup-snapshot.js';

const PLATFORM = { slug: 'a', name: 'Platform A', homepage: 'https://a.example.com', icon: null } as unknown as Platform;
const CATALOGUE = { get: (slug: string) => (slug === 'a' ? PLATFORM : undefined) };

it('linked accounts are shown with their source, at addresses of our own, and counted nowhere', () => {
  const request = requestOf({ query: 'ada@example.com', subjects: { email: 'ada@example.com', username: 'ada-x' } });
  const known = snapshotOfRequest('lkp_1', request);
  const checkedAt = new Date('2030-05-01T12:00:00.000Z');
  const linkedAccounts = [
    { source: 'a', subject: 'email' as const, platform: 'github', handle: 'ada-x', checkedAt },
    { source: 'github', subject: 'username' as const, platform: 'a', handle: 'ada', checkedAt },
  ];
  const { linkedAccounts: shown, ...rest } = presentV2({ ...known, linkedAccounts }, CATALOGUE);
  const { linkedAccounts: none, ...without } = presentV2(known, CATALOGUE);
  expect(rest).toEqual(without);
  expect(none).toEqual([]);
  expect(shown).toMatchObject([
    {
      identity: { type: 'email' },
      platform: 'github',
      name: 'github',
      handle: 'ada-x',
      url: 'https://github.com/ada-x',
      source: { platform: 'a', name: 'Platform A', url: 'https://a.example.com' },
    },
    { platform: 'a', name: 'Platform A', url: null, source: { platform: 'github', url: 'https://github.com/ada-x' } },
  ]);
  for (const each of shown) expect(linkedAccount.parse(each)).toEqual(each);
});
