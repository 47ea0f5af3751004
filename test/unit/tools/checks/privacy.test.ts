import { pgTable, text } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { checkPrivacy } from '../../../../tools/checks/privacy.js';

const people = pgTable('people', { id: text('id').primaryKey(), firstName: text('first_name') });
const personal = { what: 'a name', why: 'to greet', retention: 'a day', shownBy: '' };

it('says of every column whether it holds personal data', () => {
  expect(checkPrivacy()).toEqual([]);
});

it('a column or a table without an annotation is refused by its name in the database', () => {
  expect(checkPrivacy({ people }, { people: { id: 'none', firstName: personal } })).toEqual([]);
  expect(checkPrivacy({ people }, { people: { id: 'none' } })).toEqual([expect.stringMatching(/^people\.first_name: /)]);
  expect(checkPrivacy({ people, accountDetails: {} }, {})).toHaveLength(2);
});
