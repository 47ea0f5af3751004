/** Requests that operations accept. Identities are invented. What every route refuses alike is derived: `ROUTE_CASES`. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

const read = { method: 'GET' } as const;
const post = { method: 'POST' } as const;

export const OPERATIONS = {
  listPlatforms: { ...read, path: '/v1/platforms' },
  createLookup: { ...post, path: '/v1/lookup', body: { query: 'ada-example' } },
  listLookups: { ...read, path: '/v1/lookup' },
  createLookupBatch: { ...post, path: '/v1/lookup/batch', body: { items: [{ query: 'ada-example' }] } },
  streamLookup: { ...read, path: '/v1/lookup/stream?query=ada-example&deep=false&platforms=' },
  getLookup: { ...read, path: '/v1/lookup/lkp_00000000000000000000000000' },
  checkEmail: { ...post, path: '/v1/email', body: { email: 'ada@example.com' } },
  checkPhone: { ...post, path: '/v1/phone', body: { phone: '+12025550123' } },
  checkIp: { ...post, path: '/v1/ip', body: { ip: '192.0.2.17' } },
  createLookupV2: { ...post, path: '/v2/lookup', body: { identities: { usernames: ['ada-example'] } } },
  listLookupsV2: { ...read, path: '/v2/lookup' },
  createBatch: { ...post, path: '/v2/batches', body: { items: [{ identities: { usernames: ['ada-example'] } }] } },
  listBatches: { ...read, path: '/v2/batches' },
  getBatch: { ...read, path: '/v2/batches/bat_00000000000000000000000000' },
  getBatchResults: { ...read, path: '/v2/batches/bat_00000000000000000000000000/results' },
  pauseBatch: { ...post, path: '/v2/batches/bat_00000000000000000000000000/pause' },
  resumeBatch: { ...post, path: '/v2/batches/bat_00000000000000000000000000/resume' },
  cancelBatch: { ...post, path: '/v2/batches/bat_00000000000000000000000000/cancel' },
  streamLookupV2: { ...read, path: '/v2/lookup/stream?username=ada-example' },
  getLookupV2: { ...read, path: '/v2/lookup/lkp_00000000000000000000000000' },
  deleteLookupV2: { method: 'DELETE', path: '/v2/lookup/lkp_00000000000000000000000000' },
  listLookupOmissions: { ...read, path: '/v2/lookup/lkp_00000000000000000000000000/omissions' },
  searchLookups: { ...post, path: '/v2/lookups/search', body: { identities: { usernames: ['ada-example'] } } },
  listSources: { ...read, path: '/v2/sources' },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof OPERATIONS;
export type PostId = { [Id in OperationId]: (typeof OPERATIONS)[Id] extends { readonly body: object } ? Id : never }[OperationId];
export type CheckId = 'checkEmail' | 'checkPhone' | 'checkIp';

export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

/** An operation by its name, without the narrowness of the table's literals. */
export function operationNamed(id: OperationId): Operation {
  return OPERATIONS[id];
}
