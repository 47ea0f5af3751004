/** What is wrong with how a page is laid out, as its browser measured it. */
import type { Page } from 'playwright-core';

/**
 * Runs in the page. Text counts as clipped when it is wider or higher than a box that hides what is beyond it and offers no scrolling, and
 * as overlapping when it is painted over another text that stands beside it.
 */
const FAULTS = `(() => {
  const faults = [];
  const root = document.scrollingElement;
  const shown = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true, contentVisibilityAuto: true }) &&
    !element.closest('.visually-hidden, [hidden], dialog:not([open]), [popover]:not(:popover-open)');
  const nameOf = (element) => element.tagName.toLowerCase() + (element.className ? '.' + String(element.className).trim().replaceAll(' ', '.') : '') +
    ' “' + (element.textContent ?? '').trim().slice(0, 40) + '”';
  if (root.scrollWidth > innerWidth) {
    const wide = [...document.body.querySelectorAll('*')].filter((each) => shown(each) && each.getBoundingClientRect().right > innerWidth + 1 && !scrolls(each));
    faults.push('wider than the page: ' + root.scrollWidth + ' px: ' + wide.slice(-3).map(nameOf).join(', '));
  }
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || !shown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // Lines are higher than their letters: neighbours may share some pixels of leading.
    for (const { left, right, top, bottom, width, height } of range.getClientRects())
      if (width > 1 && height > 1) texts.push({ parent, left: left + 1, right: right - 1, top: top + height / 4, bottom: bottom - height / 4 });
  }
  for (const text of texts) {
    for (let box = text.parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
      const bounds = box.getBoundingClientRect();
      const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') break;
      if ((hides(overflowX) && textOverflow !== 'ellipsis' && (text.right > bounds.right + 1 || text.left < bounds.left - 1)) ||
          (hides(overflowY) && (text.bottom > bounds.bottom + 1 || text.top < bounds.top - 1))) {
        faults.push('clipped: ' + nameOf(text.parent) + ' in ' + nameOf(box));
        break;
      }
    }
  }
  const fixed = (element) => { for (let each = element; each; each = each.parentElement) if (['fixed', 'sticky'].includes(getComputedStyle(each).position)) return true; return false; };
  const flowing = texts.filter(({ parent }) => !fixed(parent) && !parent.closest('dialog')).sort((a, b) => a.top - b.top);
  for (let i = 0; i < flowing.length; i += 1)
    for (let j = i + 1; j < flowing.length && flowing[j].top < flowing[i].bottom; j += 1) {
      const [a, b] = [flowing[i], flowing[j]];
      if (a.parent !== b.parent && a.left < b.right && b.left < a.right) faults.push('overlapping: ' + nameOf(a.parent) + ' and ' + nameOf(b.parent));
    }
  return [...new Set(faults)].slice(0, 10);

  function scrolls(element) {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement)
      if (getComputedStyle(each).overflowX !== 'visible') return true;
    return false;
  }
})()`;

/** @returns one line for each fault: content beyond the sides of the page, text that is clipped or painted over other text */
export const layoutFaults = (page: Page): Promise<readonly string[]> => page.evaluate(FAULTS);
