/** What to send so that a test key gives each outcome of each comparison: for docs/test-keys.md. */
import type { ComparedPair } from '../../src/facts/risk/comparison-codes.js';

type Sent = readonly string[];

/** A pair, and what to send so that it agrees, disagrees or is unknown. */
export const TEST_COMPARISONS: readonly (readonly [pair: ComparedPair, agrees: Sent, disagrees: Sent, unknown: Sent])[] = [
  ['phone_and_ip_country', ['+12025550102', '192.0.2.2'], ['+12025550102', '192.0.2.14'], ['+12025550102', '192.0.2.15']],
  ['phone_and_ip_time_zone', ['+12025550102', '192.0.2.2'], ['+12025550102', '192.0.2.14'], ['+12025550102', '192.0.2.11']],
  ['claimed_country_and_phone', ['+12025550102', 'US'], ['+12025550102', 'FR'], ['+12025550111', 'US']],
  ['claimed_country_and_ip', ['192.0.2.2', 'US'], ['192.0.2.14', 'FR'], ['192.0.2.12', 'US']],
  [
    'claimed_name_and_email',
    ['robin.sample@example.com', 'Robin Sample'],
    ['robin.sample@example.com', 'everywheretest', 'Casey Doe'],
    ['nowhere@example.com', 'Robin Sample'],
  ],
  ['claimed_name_and_accounts', ['everywheretest', 'Robin Sample'], ['everywheretest', 'Casey Doe'], ['nowheretest', 'Robin Sample']],
  [
    'claimed_company_and_email',
    ['nowhere@example.com', 'Example Ltd'],
    ['webmail@example.com', 'Sample Ltd'],
    ['nowhere@example.com', 'Sample Ltd'],
  ],
  ['domain_and_account_age', ['breached@example.com'], ['reregistered@example.com'], ['nowhere@example.com']],
  ['mail_records', ['nowhere@example.com'], ['unconfigured@example.com'], ['undeliverable@example.com']],
];
