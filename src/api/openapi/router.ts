import Router from '@koa/router';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RequestState } from '../../kernel/http/request-context.js';
import type { Route } from '../../features/route.js';
import { PAGE_HEADERS, type StaticFile, sendStatic, staticFile } from '../../kernel/http/static-file.js';
import { describeApi } from './document.js';
import { documentTexts } from './documents.js';

/** The files of the package that the page needs; nothing else of it is served. */
const PACKAGE_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const fromPackage = (name: string, type: string) =>
  once(async () => {
    const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    return staticFile(await readFile(path.join(folder, name)), type);
  });

/** `/openapi.json`, the page at `/docs` that shows it, the documents, and `/llms.txt`. None needs a key. */
export function docsRouter(routes: readonly Route[]): Router<RequestState> {
  const document = once(() => staticFile(`${JSON.stringify(describeApi(routes), null, 2)}\n`, 'application/json'));
  const page = once(() => staticFile(REFERENCE_PAGE, 'text/html'));
  const files: Record<string, () => Promise<StaticFile>> = {
    'start.js': once(() => staticFile(START_SCRIPT, 'text/javascript')),
    ...Object.fromEntries(Object.entries(PACKAGE_FILES).map(([name, type]) => [name, fromPackage(name, type)])),
  };
  const router = new Router<RequestState>();
  router.get('/openapi.json', async (ctx) => {
    ctx.state.route = 'GET /openapi.json';
    sendStatic(ctx, await document());
  });
  router.get('/docs', async (ctx) => {
    ctx.state.route = 'GET /docs';
    ctx.set({ ...PAGE_HEADERS });
    sendStatic(ctx, await page());
  });
  for (const [name, file] of Object.entries(files)) {
    router.get(`/docs/${name}`, async (ctx) => {
      ctx.state.route = 'GET /docs/:file';
      sendStatic(ctx, await file());
    });
  }
  for (const [address, text] of Object.entries(documentTexts())) {
    const file = once(() => staticFile(text, 'text/markdown'));
    router.get(address, async (ctx) => {
      ctx.state.route = 'GET /docs/:file';
      sendStatic(ctx, await file());
    });
  }
  return router;
}

/** Builds a value at its first use. A failure is not kept: the next use tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** The page at /docs. Everything it loads comes from this service: it works offline and does not reveal its readers to others. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Footprint: API reference</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <main id="reference">Loading the reference. It requires JavaScript; the same as JSON: <a href="/openapi.json">/openapi.json</a></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

export const START_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
follow();
dark.addEventListener('change', follow);
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  // The default asks a validator on another host about the document.
  validatorUrl: null,
});
`;
