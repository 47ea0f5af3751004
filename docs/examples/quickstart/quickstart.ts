/** Quickstart with TypeScript: a lookup at sign-up, a webhook, a batch. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type BatchItemResult, createFootprintClient, readLines, unwrap, verifyWebhook, type WebhookEvent } from 'footprint-client';

const {
  FOOTPRINT_API_KEY = '', // a key with the scopes lookups and webhooks
  FOOTPRINT_URL = 'http://localhost:8080', // the service
  WEBHOOK_URL = 'https://localhost:4443/', // where the service can reach your receiver
  PORT = '4444', // of the receiver below
} = process.env;
const client = createFootprintClient({ baseUrl: FOOTPRINT_URL, apiKey: FOOTPRINT_API_KEY });
const run = Date.now(); // in your program, the id of the sign-up or import

// 1. At sign-up: an answer within a second. A repetition with the same key is not billed again.
const signUp = unwrap(
  await client.POST('/v2/lookup', {
    params: { header: { 'Idempotency-Key': `sign-up-${run}` } },
    body: { identities: { emails: ['robin.sample@example.com'], usernames: ['robinsample'] }, mode: 'instant' },
  }),
);
console.log(`sign-up: ${signUp.answered} of ${signUp.planned} platforms answered; risk ${signUp.risk.level}`);

// 2. A webhook. The secret is shown once: your receiver needs it.
const { endpoint, secret } = unwrap(
  await client.POST('/v2/webhooks/endpoints', { body: { url: WEBHOOK_URL, eventTypes: ['batch.completed'], payload: 'full' } }),
);
const receiver = createServer().listen(Number(PORT));
const NOTHING_CAME = 'No event within a minute: is "npx footprint webhook listen --forward-to http://localhost:4444" running?';
const completed = new Promise<WebhookEvent>((resolve, reject) => {
  setTimeout(() => reject(new Error(NOTHING_CAME)), 60_000).unref();
  receiver.on('request', async (request, response) => {
    const event = await verifyWebhook(await buffer(request), request.headers['svc-signature'], secret).catch(() => null);
    response.writeHead(event ? 204 : 400).end();
    if (event) resolve(event);
  });
});

// 3. A batch: up to 10,000 items, each billed when its lookup starts. Its end is an event.
try {
  const { batchId } = unwrap(
    await client.POST('/v2/batches', {
      params: { header: { 'Idempotency-Key': `import-${run}` } },
      body: {
        items: [
          { ref: 'customer-1', identities: { usernames: ['robinsample'] } },
          { ref: 'customer-2', identities: { usernames: ['nobody-at-all'] } },
        ],
      },
    }),
  );
  console.log(`waiting for batch.completed at ${WEBHOOK_URL}, a minute at most`);
  const { type, data } = await completed;
  console.log(type, data.batchId === batchId);

  const results = await client.GET('/v2/batches/{id}/results', { params: { path: { id: String(batchId) } }, parseAs: 'stream' });
  for await (const { ref, lookup } of readLines<BatchItemResult>(unwrap(results) as ReadableStream<Uint8Array>))
    console.log(ref, lookup?.results.filter(({ registered }) => registered).map(({ platform }) => platform));
} finally {
  await client.DELETE('/v2/webhooks/endpoints/{id}', { params: { path: { id: endpoint.id } } });
  receiver.close();
}
