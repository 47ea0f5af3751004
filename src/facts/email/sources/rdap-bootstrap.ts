import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isBootstrap, registryBases } from '../registration.js';
import { neverAborts } from '../../../kernel/net/deadline.js';
import type { ProviderHttp } from '../../provider-http.js';

export interface RdapBootstrapOptions {
  /** IANA's file, or a mirror of it (RFC 9224). */
  readonly url: string;
  /** Folder in which the file is kept between starts. */
  readonly folder: string;
  readonly http: Pick<ProviderHttp, 'getJson'>;
  readonly now: () => Date;
}

const cachedFile = z.object({ url: z.string(), fetchedAt: z.iso.datetime(), body: z.unknown() });
type CachedFile = z.infer<typeof cachedFile>;

/** IANA asks clients not to fetch it at every start or query; entries change a few times a month. */
const TTL_MS = 86_400_000;
/** Backoff after a failed download, in milliseconds. */
const FAILURE_BACKOFF_MS = 60_000;
const DOWNLOAD_TIMEOUT_MS = 10_000;

/** Which registry serves a top-level domain: IANA's file, cached for a day in memory and on disk, longer while it is unavailable. */
export class RdapBootstrap {
  #file: CachedFile | null = null;
  #reading: Promise<void> | null = null;
  #loading: Promise<void> | null = null;
  #backoffUntil = 0;

  constructor(private readonly options: RdapBootstrapOptions) {}

  /** Base URLs for a domain, in the registry's order. Null: the file is unavailable, so that no registry can be queried. */
  async bases(domain: string): Promise<readonly string[] | null> {
    this.#reading ??= this.#readCached().then((file) => {
      this.#file ??= file;
    });
    await this.#reading;
    if (!this.#isFresh()) {
      this.#loading ??= this.#load().finally(() => {
        this.#loading = null;
      });
      if (this.#file === null) await this.#loading; // an old file serves while a new one is fetched
    }
    return this.#file === null ? null : registryBases(this.#file.body, domain);
  }

  #isFresh(): boolean {
    return this.#file !== null && this.options.now().getTime() - Date.parse(this.#file.fetchedAt) < TTL_MS;
  }

  async #load(): Promise<void> {
    if (performance.now() < this.#backoffUntil) return;
    const budget = { signal: neverAborts(), budgetMs: DOWNLOAD_TIMEOUT_MS };
    const answer = await this.options.http.getJson(this.options.url, { budget });
    if (answer.failure !== undefined || !isBootstrap(answer.body)) {
      this.#backoffUntil = performance.now() + FAILURE_BACKOFF_MS;
      return;
    }
    this.#file = { url: this.options.url, fetchedAt: this.options.now().toISOString(), body: answer.body };
    await this.#store(this.#file);
  }

  get #path(): string {
    return path.join(this.options.folder, 'rdap-bootstrap.json');
  }

  async #readCached(): Promise<CachedFile | null> {
    try {
      const read = cachedFile.safeParse(JSON.parse(await readFile(this.#path, 'utf8')));
      return read.success && read.data.url === this.options.url && isBootstrap(read.data.body) ? read.data : null;
    } catch {
      return null; // not there, or cut off by a crash
    }
  }

  /** Writes atomically; a folder that cannot be written to costs one download per start. */
  async #store(file: CachedFile): Promise<void> {
    const draft = `${this.#path}.${randomBytes(4).toString('hex')}`;
    try {
      await mkdir(this.options.folder, { recursive: true });
      await writeFile(draft, JSON.stringify(file), { mode: 0o644, flush: true });
      await rename(draft, this.#path);
    } catch {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }
}
