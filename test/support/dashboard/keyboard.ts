/** Using a page by its keyboard alone. */
import type { Locator, Page } from 'playwright-core';

/** Keys that are pressed before an element counts as out of reach. */
const MAX_TABS = 150;

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element.ownerDocument.activeElement === element);

/**
 * Moves the focus to an element by pressing Tab, from where it is.
 *
 * @throws Error when the keyboard does not reach it
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < MAX_TABS; pressed += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
}

/** Presses a button or follows a link. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Types into a field, in place of what it holds. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

/** Chooses an option of a native list by typing the beginning of its name. */
export async function choose(page: Page, target: Locator, option: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(option);
}
