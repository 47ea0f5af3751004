/** The pages of the dashboard: files made by `tools/launch/pages.mjs`, read once and served from memory. */
import Router from '@koa/router';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../kernel/values/errors.js';
import type { RequestState } from '../kernel/http/request-context.js';
import { PAGE_HEADERS, type StaticFile, sendStatic } from '../kernel/http/static-file.js';
import { weakTag } from '../kernel/http/tagged-json.js';

/** Folder of the pages in a bundle of `npm start`: the bundler names it. */
declare const DASHBOARD_FOLDER: string | undefined;

const YEAR_SECONDS = 31_536_000;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
};

/** Where the built pages are: beside the bundled programs, or in `dist/`. */
export function builtPagesFolder(): string {
  if (typeof DASHBOARD_FOLDER !== 'undefined') return DASHBOARD_FOLDER;
  return fileURLToPath(new URL('../../dashboard', import.meta.url));
}

/**
 * `/dashboard` and every page below it are one document, whose script shows the page of the address; its parts are below
 * `/dashboard/assets/`. `/` leads to it.
 *
 * @param folder of the built pages; without them every page is answered with 404 and what to do
 */
export function pagesRouter(folder: string): Router<RequestState> {
  const document = existsSync(path.join(folder, 'index.html')) ? readBuilt(folder, 'index.html') : null;
  const assets = new Map(
    (document ? readdirSync(path.join(folder, 'assets')) : [])
      .filter((name) => path.extname(name) in TYPES)
      .map((name) => [name, readBuilt(path.join(folder, 'assets'), name)]),
  );
  const router = new Router<RequestState>();
  router.get('/', (ctx) => {
    ctx.state.route = 'GET /';
    ctx.redirect(document ? '/dashboard' : '/docs');
  });
  router.get('/dashboard/assets/:name', (ctx) => {
    ctx.state.route = 'GET /dashboard/assets/:name';
    const file = assets.get(String(ctx['params'].name));
    if (!file) throw new ServiceError('not_found');
    sendStatic(ctx, file);
    ctx.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
  });
  router.get(/^\/dashboard(?:\/(?!api\/|api$|assets\/).*)?$/, (ctx) => {
    ctx.state.route = 'GET /dashboard';
    if (!document) throw new ServiceError('not_found', 'The dashboard is not built. Run `npm run build` to build it.');
    ctx.set({ ...PAGE_HEADERS, 'Cross-Origin-Opener-Policy': 'same-origin', 'X-Frame-Options': 'DENY' });
    sendStatic(ctx, document);
    ctx.set('Cache-Control', 'no-store');
  });
  return router;
}

function readBuilt(folder: string, name: string): StaticFile {
  const file = path.join(folder, name);
  const plain = readFileSync(file);
  return {
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    plain,
    gzipped: readFileSync(`${file}.gz`),
    brotli: readFileSync(`${file}.br`),
    etag: weakTag(plain),
  };
}
