/** Every operation on lookups, with a request that it accepts. Identities are invented. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly rateClass: 'reads' | 'requests';
  /** Methods that its address takes, as `Allow` names them. */
  readonly allow: string;
}

const read = { method: 'GET', rateClass: 'reads' } as const;
const post = { method: 'POST', rateClass: 'requests' } as const;

export const OPERATIONS = {
  listPlatforms: { method: 'GET', path: '/v1/platforms', rateClass: 'requests', allow: 'GET, HEAD' },
  createLookup: { ...post, path: '/v1/lookup', body: { query: 'ada-example' }, allow: 'GET, HEAD, POST' },
  listLookups: { ...read, path: '/v1/lookup', allow: 'GET, HEAD, POST' },
  createLookupBatch: { ...post, path: '/v1/lookup/batch', body: { items: [{ query: 'ada-example' }] }, allow: 'POST' },
  streamLookup: {
    method: 'GET', path: '/v1/lookup/stream?query=ada-example&deep=false&platforms=', rateClass: 'requests', allow: 'GET, HEAD',
  },
  getLookup: { ...read, path: '/v1/lookup/lkp_00000000000000000000000000', allow: 'GET, HEAD' },
  checkEmail: { ...post, path: '/v1/email', body: { email: 'ada@example.com' }, allow: 'POST' },
  checkPhone: { ...post, path: '/v1/phone', body: { phone: '+12025550123' }, allow: 'POST' },
  checkIp: { ...post, path: '/v1/ip', body: { ip: '192.0.2.17' }, allow: 'POST' },
  createLookupV2: { ...post, path: '/v2/lookup', body: { identities: { usernames: ['ada-example'] } }, allow: 'GET, HEAD, POST' },
  listLookupsV2: { ...read, path: '/v2/lookup', allow: 'GET, HEAD, POST' },
  createLookupBatchV2: {
    ...post, path: '/v2/lookup/batch', body: { items: [{ identities: { usernames: ['ada-example'] } }] }, allow: 'POST',
  },
  streamLookupV2: { method: 'GET', path: '/v2/lookup/stream?username=ada-example', rateClass: 'requests', allow: 'GET, HEAD' },
  getLookupV2: { ...read, path: '/v2/lookup/lkp_00000000000000000000000000', allow: 'DELETE, GET, HEAD' },
  deleteLookupV2: { method: 'DELETE', path: '/v2/lookup/lkp_00000000000000000000000000', rateClass: 'requests', allow: 'DELETE, GET, HEAD' },
  listLookupOmissions: { ...read, path: '/v2/lookup/lkp_00000000000000000000000000/omissions', allow: 'GET, HEAD' },
  listSources: { method: 'GET', path: '/v2/sources', rateClass: 'requests', allow: 'GET, HEAD' },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof OPERATIONS;
export type PostId = { [Id in OperationId]: (typeof OPERATIONS)[Id]['method'] extends 'POST' ? Id : never }[OperationId];
export type CheckId = 'checkEmail' | 'checkPhone' | 'checkIp';

export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

/** An operation by its name, without the narrowness of the table's literals. */
export function operationNamed(id: OperationId): Operation {
  return OPERATIONS[id];
}
