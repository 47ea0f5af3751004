import { type BadRequest, refusesValues } from '../../support/http/refuses-values.js';

const LOOKUP = 'lkp_00000000000000000000000000';
const at = (id: string): BadRequest => ({
  title: `Last-Event-ID ${id}`,
  path: `/v2/lookup/${LOOKUP}/stream`,
  headers: { 'last-event-id': id },
  code: 'invalid_parameter',
  names: 'Last-Event-ID',
});

refusesValues('followLookupV2 at a position that is none of its own', 'GET', [
  ...['x', LOOKUP, '1.2', `${'a'.repeat(65)}.1.x`, `${LOOKUP}.-1.x`, `${LOOKUP}.1.x\ty`, `${LOOKUP}.9999999999.x`, 'lkp_other.1.x'].map(at),
  {
    title: 'a parameter of the other stream',
    path: `/v2/lookup/${LOOKUP}/stream?username=ada-example`,
    code: 'invalid_parameter',
    names: 'username',
  },
]);
