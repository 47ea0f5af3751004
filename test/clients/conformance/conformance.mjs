/** The conformance run of the TypeScript client, in plain Node, from its package. Prints its report. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { batch, batchResults, createFootprintClient, lookup, pages, streamLookup, unwrap, verifyWebhook } from 'footprint-client';

const { url: baseUrl, hooks, keys, platform, batch: size } = JSON.parse(readFileSync('settings.json', 'utf8'));
const plan = JSON.parse(readFileSync('plan.json', 'utf8'));
const clientOf = (apiKey) => createFootprintClient({ baseUrl, apiKey });
const identities = { usernames: ['ada-example'] };
const now = { wait: async () => {} };

async function operations() {
  const client = clientOf(keys.main);
  const done = [];
  for (const { operationId, method, path, params, query, body } of plan) {
    const { data, error, response } = await client[method](path, { params: { path: params, query }, body, parseAs: 'text' });
    const text = data ?? JSON.stringify(error ?? null);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    done.push({ operationId, body: isJson ? JSON.parse(text) : null });
  }
  return done;
}

async function followed(client) {
  const ids = [];
  let progress = 0;
  const hooks = { onEvent: ({ id }) => ids.push(id), onProgress: () => (progress += 1) };
  const { lookupId, status } = await streamLookup(client, { identities, modules: ['footprint'], deep: true }, hooks);
  return { lookupId, status, ids, progress };
}

async function batched(client) {
  const items = Array.from({ length: size }, (_, index) => ({ identities: { usernames: [`person-${index % 20}`] }, ref: String(index) }));
  let reads = 0;
  const query = { modules: 'footprint', platforms: platform };
  const { batchId, status } = await batch(client, items, { query, onProgress: () => (reads += 1), pollEveryMs: 500 });
  const results = [];
  for await (const { index } of batchResults(client, batchId)) results.push(index);
  return { status, reads, results };
}

async function received(client) {
  const { port, arrived, close } = await new Promise((resolve) => {
    let take;
    const arrived = new Promise((done) => (take = done));
    const server = createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      response.writeHead(204).end();
      take({ body: Buffer.concat(chunks), header: request.headers['svc-signature'] });
    });
    server.listen(0, '127.0.0.1', () => resolve({ port: server.address().port, arrived, close: () => server.close() }));
  });
  const { endpoint, secret } = unwrap(
    await client.POST('/v2/webhooks/endpoints', { body: { url: `${hooks}/${port}`, eventTypes: ['lookup.completed'] } }),
  );
  unwrap(await client.POST('/v2/webhooks/endpoints/{id}/test', { params: { path: { id: endpoint.id } } }));
  const { body, header } = await arrived;
  close();
  const { type } = await verifyWebhook(body, header, secret);
  const tampered = await verifyWebhook(Buffer.concat([body, Buffer.from(' ')]), header, secret).catch(({ reason }) => reason);
  return { type, tampered };
}

async function refusals(client) {
  const noted = {};
  const note = async (send) => {
    const error = await send().then(
      () => ({ status: 'none' }),
      (refused) => refused,
    );
    noted[error.status] = { code: error.code, status: error.status, retryAfterSeconds: error.retryAfterSeconds };
  };
  const of =
    (key, request = { identities }, options = {}) =>
    () =>
      lookup(clientOf(key), request, { ...now, ...options });
  await note(of(keys.unknown));
  await note(of(keys.exhausted));
  await note(of(keys.scoped));
  await note(async () => unwrap(await client.GET('/v2/lookup/{id}', { params: { path: { id: 'lkp_00000000000000000000000000' } } })));
  const idempotencyKey = 'one-key-for-two-requests';
  await of(keys.worker, { identities }, { idempotencyKey })();
  await note(of(keys.worker, { identities: { usernames: ['somebody-else'] } }, { idempotencyKey }));
  await note(of(keys.worker, { identities: {} }));
  await note(of(keys.limited));
  await note(of(keys.unavailable));
  return noted;
}

// First: it cancels a batch, which is not to be over before.
const operationsReport = await operations();
const client = clientOf(keys.worker);
const found = await lookup(client, { identities, modules: ['footprint'] }, { pollEveryMs: 200, ...now });
const stream = await followed(client);
const batchReport = await batched(client);
let count = 0;
for await (const _ of pages((cursor) => client.GET('/v2/lookup', { params: { query: { limit: '25', ...(cursor ? { cursor } : {}) } } })))
  count += 1;
const report = {
  lookup: { status: found.status, hits: found.hits.length },
  stream,
  batch: batchReport,
  pages: count,
  webhook: await received(client),
  errors: await refusals(client),
  operations: operationsReport,
};
process.stdout.write(JSON.stringify(report));
