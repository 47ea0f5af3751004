import { describe, expect, it } from 'vitest';
import { isRoleMailbox } from '../../../../src/kernel/identity/role-mailboxes.js';

describe('role mailboxes', () => {
  it.each(
    `info no-reply Kontakt contacto buchhaltung ventas datenschutz rechnung hr it ceo pr support2 info1 team+news comptabilite
     administración fatturazione atendimento klantenservice sekretariat laskutus destek`.split(/\s+/),
  )('%s is one', (name) => {
    expect(isRoleMailbox(`${name}@example.com`)).toBe(true);
  });

  it.each(['ada', 'info.lovelace', 'ada2', 'support123', 'iteration', 'marketa', 'salesman', 'petra.hr', '2', 'anna-it'])(
    '%s is none',
    (name) => {
      expect(isRoleMailbox(`${name}@example.com`)).toBe(false);
    },
  );
});
