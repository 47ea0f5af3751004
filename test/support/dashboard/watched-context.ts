/** What goes wrong in a browser while a test uses the dashboard. */
import type { BrowserContext, Request } from 'playwright-core';

/** Part of a page: without it the page is not what was built. */
const PARTS = ['document', 'script', 'stylesheet', 'image', 'font', 'manifest'];
/** Chromium's line about every answer of 400 and above: refusals are part of what pages show. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Runs in each page before its scripts. `plantedScriptRan` is what hostile text in tests calls. */
const WATCH = `
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    window.footprintComplaint('security policy: ' + [violatedDirective, blockedURI, sourceFile, lineNumber].join(' ')));
  window.plantedScriptRan = () => window.footprintComplaint('a planted script ran');
  window.addEventListener('pointerdown', () => window.footprintPointer(), true);
`;

export interface WatchOptions {
  /** Where everything is to come from. */
  readonly url: string;
  /** Whether a use of the mouse is a fault. */
  readonly keyboardOnly: boolean;
  /** Receives each fault. */
  readonly complain: (complaint: string) => void;
  /** Counts each request. */
  readonly onRequest: () => void;
}

/** Watches every page of a context: violations of the security policy, errors, parts that fail, requests to any other origin. */
export async function watch(context: BrowserContext, { url, keyboardOnly, complain, onRequest }: WatchOptions): Promise<void> {
  await context.exposeFunction('footprintComplaint', complain);
  await context.exposeFunction('footprintPointer', () => keyboardOnly && complain('the mouse was used'));
  await context.addInitScript(WATCH);
  context.on('request', (request) => {
    onRequest();
    if (!isOwn(request.url(), url)) complain(`request to another origin: ${request.url()}`);
  });
  context.on('response', (response) => {
    const isPart = PARTS.includes(response.request().resourceType());
    if (response.status() >= (isPart ? 400 : 500)) complain(`${response.status()} for ${nameOf(response.request())}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (PARTS.includes(request.resourceType()) && reason !== 'net::ERR_ABORTED') complain(`${reason} for ${nameOf(request)}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !REFUSAL.test(message.text())) complain(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? String(error.error())}`));
  context.on('page', (page) => page.on('websocket', (socket) => complain(`socket to ${socket.url()}`)));
}

const isOwn = (address: string, url: string): boolean =>
  address.startsWith('data:') || address.startsWith('blob:') || new URL(address).origin === url;
const nameOf = (request: Request): string => `${request.method()} ${request.url()}`;
