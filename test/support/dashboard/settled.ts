/** When a page has everything that it shows. */
import type { Page } from 'playwright-core';

/** Waits until nothing says that it is loading, and the page has painted what came. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))',
  );
}
