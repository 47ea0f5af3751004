/** What somebody who reads a page, or has it read aloud, notices: what moves, and what is said. */
import type { BrowserContext, Page } from 'playwright-core';

export interface Reading {
  /** What moved without being asked to. */
  readonly shifts: readonly string[];
  /** Sentences of the live region. */
  readonly spoken: readonly string[];
  /** For how long the page has been open, by its own clock. */
  readonly seconds: number;
}

/** Runs before the scripts of each page. */
const WATCH = `
  window.footprintReading = { shifts: [], spoken: [] };
  const nameOf = (node) => node?.nodeType === 1 ? node.tagName.toLowerCase() + '.' + node.className : String(node?.textContent);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.footprintReading.shifts.push(value + ': ' + sources.map(({ node }) => nameOf(node)).join(', '));
  }).observe({ type: 'layout-shift', buffered: true });
  const regionOf = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest('[aria-live]');
  new MutationObserver((changes) => {
    const regions = new Set(changes.map(({ target }) => regionOf(target)).filter(Boolean));
    for (const { textContent } of regions) if (textContent) window.footprintReading.spoken.push(textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

/** Watches every page that a context opens from now on. */
export const watchReading = (context: BrowserContext): Promise<unknown> => context.addInitScript(WATCH);

/** @returns what there was since the page was opened */
export const readingOf = (page: Page): Promise<Reading> =>
  page.evaluate<Reading>('({ ...window.footprintReading, seconds: performance.now() / 1000 })');
