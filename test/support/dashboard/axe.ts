/** The accessibility rules of axe-core in a page of the dashboard. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Evaluated by the debugger's protocol, so the page's security policy stays as it is.
 *
 * @returns one line for each violation
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // A page that is looked at several times has it already.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(SCRIPT);
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 5).map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)}: ${failureSummary ?? ''}`),
  );
}
