import { hasNegativeControl } from '../../src/engine/controls/negative-control-identities.js';
import { countRules } from '../../src/engine/catalogue/rules/rule-counts.js';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { withMarkedPart } from './marked-part.js';
import { shippedCatalogue } from './shipped-catalogue.js';
import { table } from './table.js';

const REACH = ['<!-- Reach, written by `npm run docs` from `catalogue/`. -->\n', '<!-- end -->'] as const;

/** README.md with how many platforms it reaches; the rest of the page is written by hand. */
export function readmePage(): string {
  const { platforms } = shippedCatalogue().catalogue;
  const rows = QUERY_TYPES.map((type) => {
    const counted = countRules(platforms, type, hasNegativeControl);
    return [type, counted.platforms, counted.mayDeny, counted.mayDenyWithControlAccount].map((cell) => cell.toLocaleString('en'));
  });
  const head = ['Reach', 'platforms', 'can say "not registered"', 'can say it if you have an account there'];
  return withMarkedPart('README.md', REACH, () => `${table(head, rows)}\n`);
}
