/** The image's health: the API's port, or the worker's metrics port where one is set. */
const port = process.env.METRICS_PORT || process.env.PORT || '8080';
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(8_000) });
process.exit(answer.ok ? 0 : 1);
