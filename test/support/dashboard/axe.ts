/** The accessibility rules of axe-core in a page of the dashboard. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Evaluated by the debugger's protocol, so the page's security policy stays as it is.
 *
 * @param rules `colours`: those alone that another colour scheme can break
 * @returns one line for each violation
 */
export async function axeViolations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  await page.evaluate(`if (!window.axe) {\n${SCRIPT}\n}`);
  const options = { resultTypes: ['violations'], ...(rules === 'colours' ? { runOnly: ['cat.color'] } : {}) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 5).map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)}: ${failureSummary ?? ''}`),
  );
}
