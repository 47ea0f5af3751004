import { it } from 'vitest';
it('m', async () => {
  let t = performance.now();
  const lap = (n: string) => { console.log(n, Math.round(performance.now() - t)); t = performance.now(); };
  await import('postgres'); lap('postgres');
  await import('drizzle-orm/postgres-js'); lap('drizzle');
  await import('@temporalio/client'); lap('temporal client');
  await import('../../src/bootstrap/api.js'); lap('api');
  await import('../../src/bootstrap/worker.js'); lap('worker');
});
