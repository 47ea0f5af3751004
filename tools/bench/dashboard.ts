import { openStores } from '../../src/main/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { launchChromium } from '../../test/support/chromium.js';
import { startLargeLookup } from '../../test/support/dashboard/large-lookup.js';
import { memberOf } from '../../test/support/http/browser.js';
import { startHarness } from './harness.js';
import { ms, summary, table } from './stats.js';

const PLATFORMS = 4_000;
/** What counts as a long task: https://www.w3.org/TR/longtasks-1/. */
const LONG_MS = 50;

interface Frames {
  /** Milliseconds between one frame and the next. */
  readonly gaps: readonly number[];
  /** Milliseconds of each task that kept the page from answering for longer than 50. */
  readonly long: readonly number[];
}

/** Runs before the page's scripts. */
const WATCH = `
  window.footprintFrames = { gaps: [], long: [] };
  let last = null;
  const frame = (now) => { if (last !== null) window.footprintFrames.gaps.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.footprintFrames.long.push(duration); })
    .observe({ type: 'longtask', buffered: true });`;

/** Frames and long tasks of the page that follows a lookup of thousands of platforms. */
export async function benchDashboard(): Promise<string> {
  const harness = await startHarness({ sites: PLATFORMS, latency: { medianMs: 350, sigma: 0.7, capMs: 3_000 } });
  const record = openStores(
    readConfig({ DATABASE_URL: harness.databaseUrl, DATABASE_POOL: '4', SECRETS_KEY: harness.secretsKey }),
    'bench',
  );
  const service = { url: harness.url, record, sql: record.database.sql };
  const browser = await launchChromium();
  try {
    const { accountId, key } = await harness.account();
    const { cookies } = (await memberOf(service, accountId, 'owner')).browser;
    const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
    await context.addCookies(
      [...cookies].map(([name, value]) => ({ name, value, url: harness.pagesUrl, httpOnly: true, sameSite: 'Lax' })),
    );
    await context.addInitScript(WATCH);
    const follow = async (lookupId: string, until: RegExp) => {
      const page = await context.newPage();
      const began = performance.now();
      await page.goto(`${harness.pagesUrl}/dashboard/${accountId}/lookups/${lookupId}`);
      await page.locator('.lookup-status').filter({ hasText: until }).waitFor({ timeout: 600_000 });
      const seconds = (performance.now() - began) / 1_000;
      const frames = await page.evaluate<Frames>('window.footprintFrames');
      await page.close();
      return { frames, seconds };
    };

    const body = { identities: { usernames: ['ada_example'] }, deep: true, modules: ['footprint'] };
    const { body: accepted } = await harness.post('/v2/lookup', key, body);
    const live = await follow(String(accepted['lookupId']), /^Finished/);

    const large = await startLargeLookup(service, accountId, PLATFORMS);
    const following = follow(large.lookupId, /^Finished/);
    await large.answer(PLATFORMS);
    await large.finish();
    const atOnce = await following;

    const known = await startLargeLookup(service, accountId, PLATFORMS);
    await known.answer(PLATFORMS);
    const opened = await follow(known.lookupId, /^4,000 of 4,000/);
    await known.finish();
    const finished = await follow(known.lookupId, /^Finished/);
    return table(
      ['a page with 4,000 platforms', 'open for', 'frames', 'gap p50', 'p95', 'p99', 'longest', `tasks over ${LONG_MS} ms`, 'longest task'],
      [
        row('carried out while it is followed', live),
        row('answers as fast as they are written', atOnce),
        row('opened when all are known', opened),
        row('opened when it is finished', finished),
      ],
    );
  } finally {
    await browser.close();
    await record.database.close();
    await harness.stop();
  }
}

function row(name: string, { frames: { gaps, long }, seconds }: { frames: Frames; seconds: number }): string[] {
  const { n, p50, p95, p99, max } = summary(gaps);
  const longest = long.length === 0 ? '' : ms(Math.max(...long));
  return [name, `${seconds.toFixed(1)} s`, String(n), ms(p50), ms(p95), ms(p99), ms(max), String(long.length), longest];
}
