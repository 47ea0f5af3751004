import Router from '@koa/router';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RequestState } from '../context.js';
import type { Route } from '../route.js';
import { describeApi } from './document.js';
import { PAGE, PAGE_HEADERS, START_SCRIPT } from './page.js';
import { sendStatic, staticFile, type StaticFile } from './static-file.js';

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

/** `/openapi.json` and the page at `/docs` that shows it, to which `/` leads. None needs a key. */
export function docsRouter(routes: readonly Route[]): Router<RequestState> {
  const document = once(() => staticFile(`${JSON.stringify(describeApi(routes), null, 2)}\n`, 'application/json'));
  const page = once(() => staticFile(PAGE, 'text/html'));
  const files: Record<string, () => Promise<StaticFile>> = {
    'start.js': once(() => staticFile(START_SCRIPT, 'text/javascript')),
    ...Object.fromEntries(Object.entries(PACKAGE_FILES).map(([name, type]) => [name, fromPackage(name, type)])),
  };
  const router = new Router<RequestState>();
  router.get('/', (ctx) => {
    ctx.state.route = 'GET /';
    ctx.redirect('/docs');
  });
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
