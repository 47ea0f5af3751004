/**
 * The dashboard in Chromium: the service with its built pages, one browser for all tests of a file, people who are signed in. A
 * test fails at its end for anything that went wrong in the browser meanwhile (`dashboard/watched-context.ts`).
 */
import getPort from 'get-port';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Role } from '../../src/features/accounts/roles.js';
import { launchChromium } from './chromium.js';
import { builtPages } from './dashboard/built-pages.js';
import { watch } from './dashboard/watched-context.js';
import { startBareApi } from './http/bare-api.js';
import { memberOf, signedIn } from './http/browser.js';
import { startWorkingService, type WorkingOptions } from './http/working-service.js';
import type { Service } from './service.js';

export interface DashboardOptions extends WorkingOptions {
  /** Whether lookups are carried out, by a worker that asks the simulator; default false: what is accepted stays accepted. */
  readonly lookups?: boolean;
}

export interface PageOptions {
  /** Account of which somebody is signed in; absent: nobody is, unless `email` is given. */
  readonly signedInAs?: string;
  /** The role in the account; default owner. */
  readonly role?: Role;
  /** Address of the person; default: one for each role of an account. */
  readonly email?: string;
  /** Below the account (`/webhooks`), or from `/dashboard` on; default: the account's first page, or `/dashboard`. */
  readonly path?: string;
  readonly colorScheme?: 'light' | 'dark';
  /** Width of the viewport; 1280 × 800 by default. */
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
  /** Whether the test must not use the mouse; see `dashboard/keyboard.ts`. */
  readonly keyboardOnly?: boolean;
}

export class Dashboard {
  readonly service: Service;
  /** Where the pages are; the name of this machine, as passkeys need one. */
  readonly url: string;
  readonly browser: Browser;
  /** Requests of all pages so far. */
  requests = 0;
  #complaints: string[] = [];
  #contexts: BrowserContext[] = [];

  constructor(service: Service, url: string, browser: Browser) {
    this.service = service;
    this.url = url;
    this.browser = browser;
  }

  /** What went wrong since this was last asked; a test that brings a fault about takes it away here. */
  takeComplaints(): readonly string[] {
    return this.#complaints.splice(0);
  }

  /** A context of its own: other cookies than every other one. Closed when the test ends. */
  async openContext(options: Omit<PageOptions, 'path'> = {}): Promise<BrowserContext> {
    const { width = 1280, height = 800, colorScheme = 'light' } = options;
    const emulated: BrowserContextOptions = {
      viewport: { width, height },
      colorScheme,
      reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
      forcedColors: options.forcedColors ? 'active' : 'none',
      locale: 'en-GB',
      timezoneId: 'UTC',
    };
    const context = await this.browser.newContext(emulated);
    this.#contexts.push(context);
    await watch(context, {
      url: this.url,
      keyboardOnly: options.keyboardOnly ?? false,
      complain: (complaint) => this.#complaints.push(complaint),
      onRequest: () => {
        this.requests += 1;
      },
    });
    const cookies = await this.#signIn(options);
    await context.addCookies(
      [...cookies].map(([name, value]) => ({ name, value, url: this.url, httpOnly: true, sameSite: 'Lax' as const })),
    );
    return context;
  }

  /** A page of the dashboard in a context of its own, once its heading is there. */
  async openPage(options: PageOptions = {}): Promise<Page> {
    const page = await (await this.openContext(options)).newPage();
    await this.goto(page, options.path ?? '', options.signedInAs);
    return page;
  }

  /** Opens an address as by typing it: below an account's when that is given, unless it begins with `/dashboard`. */
  async goto(page: Page, path: string, account?: string): Promise<void> {
    const isWhole = account === undefined || path.startsWith('/dashboard');
    await page.goto(this.url + (isWhole ? path || '/dashboard' : `/dashboard/${account}${path}`));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }

  async #signIn({ signedInAs, role = 'owner', email }: PageOptions): Promise<ReadonlyMap<string, string>> {
    if (signedInAs !== undefined) return (await memberOf(this.service, signedInAs, role, email)).browser.cookies;
    return email === undefined ? new Map() : (await signedIn(this.service, email)).cookies;
  }

  /** @throws when anything went wrong in a browser */
  async endTest(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    expect(this.takeComplaints()).toEqual([]);
  }
}

/** @returns the dashboard on a service of its own; `close` ends both */
export async function startDashboard({ lookups = false, ...options }: DashboardOptions = {}) {
  const [pagesFolder, port, browser] = await Promise.all([builtPages(), getPort({ host: '127.0.0.1' }), launchChromium()]);
  const url = `http://localhost:${port}`;
  const start = lookups ? startWorkingService : startBareApi;
  const service = await start({ ...options, pagesFolder, env: { PORT: String(port), PUBLIC_URL: url, ...options.env } });
  const close = async () => {
    await browser.close();
    await service.close();
  };
  return { dashboard: new Dashboard(service, url, browser), close };
}

/** One dashboard for all tests of a file; pages that a test opened are closed after it. @returns it, once the tests run */
export function sharedDashboard(options: DashboardOptions = {}): () => Dashboard {
  let started: Awaited<ReturnType<typeof startDashboard>>;
  beforeAll(async () => {
    started = await startDashboard(options);
  }, 600_000);
  // Strangers of one network are counted together.
  beforeEach(async () => {
    await started.dashboard.service.sql`DELETE FROM rate_windows`;
  });
  afterEach(() => started.dashboard.endTest());
  afterAll(() => started.close());
  return () => started.dashboard;
}
