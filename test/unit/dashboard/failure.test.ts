import { expect, it } from 'vitest';
import { ApiFailure } from '../../../src/dashboard/client/failure.js';
import { faultOf } from '../../../src/dashboard/client/field-fault.js';

const failure = (message: string) => new ApiFailure({ status: 422, code: 'invalid_parameter', message });

it.each([
  ['url: it must begin with https:// (scheme_not_allowed).', 'url', 'It must begin with https://.'],
  ['networks.0: must be a network in CIDR notation.', 'networks', 'Must be a network in CIDR notation.'],
  ['url: it must begin with https:// (scheme_not_allowed).', 'networks', null],
  ['The service is not available.', 'url', null],
])('%j says of the field %s: %j', (message, field, said) => {
  expect(faultOf(failure(message), field)).toBe(said);
});

it('what is no refusal of the service says nothing of a field', () => {
  expect(faultOf(new Error('url: no'), 'url')).toBeNull();
});
