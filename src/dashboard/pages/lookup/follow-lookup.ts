/** Follows the stream of a lookup into its store, whatever becomes of the connection. */
import type { LookupBodyV2 } from '../../../features/lookups/routes/shared/v2/body-schemas.js';
import type { ModuleFindings } from '../../../features/lookups/routes/shared/v2/finding-schemas.js';
import { isFailure } from '../../client/failure.js';
import type { LookupStore } from './lookup-store.js';

const FINDING_MODULES: Readonly<Record<string, keyof ModuleFindings>> = {
  email_finding: 'email',
  phone_finding: 'phone',
  ip_finding: 'ip',
  breaches_finding: 'breaches',
  web_mentions_finding: 'webMentions',
};
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;

interface Following {
  readonly url: string;
  /** Reads the lookup as it is by now. @throws ApiFailure */
  readonly read: () => Promise<LookupBodyV2>;
}

/**
 * The browser resumes a connection that broke by itself, from the last event that it saw. One that the service refuses is closed for
 * good: then the lookup is read, which tells whether it is finished or gone, and the stream is opened again after a growing pause. It
 * tells everything from the beginning then, which changes nothing in the store.
 *
 * @returns ends it
 */
export function followLookup(store: LookupStore, { url, read }: Following): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let backoffMs = FIRST_BACKOFF_MS;
  let isOver = false;

  const end = (): void => {
    isOver = true;
    source?.close();
    clearTimeout(timer);
  };
  const open = (): void => {
    if (isOver) return;
    source = new EventSource(url);
    const current = source;
    const on = (type: string, take: (data: never) => void): void =>
      current.addEventListener(type, (event: MessageEvent<string>) => take(JSON.parse(event.data) as never));
    current.onopen = () => {
      backoffMs = FIRST_BACKOFF_MS;
      store.connect('live');
    };
    current.onerror = () => {
      store.connect('offline');
      if (current.readyState === EventSource.CLOSED) void recover();
    };
    on('result', (result) => store.addResult(result));
    on('omission', (omission) => store.addOmission(omission));
    for (const [type, module] of Object.entries(FINDING_MODULES)) on(type, (finding) => store.addFinding(module, finding));
    on('done', (body) => {
      end();
      store.finish(body);
    });
  };
  const recover = async (): Promise<void> => {
    try {
      const body = await read();
      if (isOver) return;
      if (body.status === 'finished') {
        end();
        store.finish(body);
        return;
      }
    } catch (error) {
      if (isOver) return;
      if (isFailure(error, 'not_found') || isFailure(error, 'not_signed_in')) {
        end();
        if (isFailure(error, 'not_found')) store.connect('gone');
        return;
      }
    }
    timer = setTimeout(open, backoffMs);
    backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
  };
  // What the browser knows of its network ends a pause early.
  const retry = (): void => {
    if (isOver || source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    open();
  };
  window.addEventListener('online', retry);
  open();
  return () => {
    window.removeEventListener('online', retry);
    end();
  };
}
