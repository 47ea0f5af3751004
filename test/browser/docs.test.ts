import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { startBareApi } from '../support/http/bare-api.js';
import type { Service } from '../support/service.js';

describe('/docs in a browser', () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    service = await startBareApi();
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${service.url}/docs`);
    await page.locator('.opblock').first().waitFor();
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  it('is dark where the reader wants it so', async () => {
    const colours = () =>
      page.evaluate(`[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color].join()`);
    const light = await colours();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colours).not.toBe(light);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(colours).toBe(light);
  });

  it('shows every operation of the document', async () => {
    type Items = Record<string, Record<string, unknown>>;
    const { paths, webhooks } = (await service.call('GET', '/openapi.json')).body as { paths: Items; webhooks: Items };
    const documented = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const shown = await page
      .locator('.opblock-summary')
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            `${row.querySelector('.opblock-summary-method')?.textContent} ${row.querySelector('[data-path]')?.getAttribute('data-path')}`,
        ),
      );
    expect(shown.sort()).toEqual(documented.sort());
  });

  it('tries an operation with a key, and shows the answer', async () => {
    const { key } = await service.account();
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByLabel('auth-bearer-value').fill(key);
    await page.locator('.auth-btn-wrapper').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.auth-btn-wrapper').getByRole('button', { name: 'Close' }).click();
    const operation = page.locator('.opblock', { has: page.locator('[data-path="/v1/platforms"]') });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status').first().waitFor();
    expect(await operation.locator('.live-responses-table tbody .response-col_status').first().innerText()).toContain('200');
  });

  it('asks nobody but the service, and breaks no rule of its own security policy', () => {
    const elsewhere = requested.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith('data:'));
    expect({ elsewhere, complaints }).toEqual({ elsewhere: [], complaints: [] });
    expect(requested.length).toBeGreaterThan(4);
  });
});
