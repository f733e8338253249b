import type { Page } from 'playwright-core';

/** What is read aloud of the thing that has the focus. */
const nameOfFocused = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || focused.id === 'view') return '';
  const labelled = (focused.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
  const words = labelled.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const label = focused.labels?.[0]?.textContent ?? '';
  return (focused.getAttribute('aria-label') ?? (words || label || focused.textContent || '')).trim();
})()`;

export const focusedName = async (page: Page): Promise<string> => String(await page.evaluate(nameOfFocused));

/** Goes on with the Tab key until something of this name has the focus, as people without a mouse do. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab');
    if (name.test(await focusedName(page))) return;
  }
  throw new Error(`the Tab key never came to ${name}`);
}
