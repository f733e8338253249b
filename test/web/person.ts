import type { Page } from 'playwright-core';
import { focusedName, tabTo } from './tab-to.ts';

/** Somebody who uses the pages, by what things are called. */
export interface Person {
  /** Presses a button, or follows a link. */
  press(name: string): Promise<void>;
  /** Writes into a field, instead of what stands there. */
  write(field: string, text: string): Promise<void>;
  /** Chooses from a list that opens. */
  choose(list: string, option: string): Promise<void>;
  /** Goes to a part of the settings. */
  part(name: string): Promise<void>;
  /** Chooses one of a few that are all in sight. */
  pick(option: string): Promise<void>;
}

export const withMouse = (page: Page): Person => {
  const named = (name: string) =>
    page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
  return {
    press: (name) => named(name).click(),
    write: (field, text) => page.getByLabel(field, { exact: true }).last().fill(text),
    async choose(list, option) {
      await page.getByRole('button', { name: new RegExp(`${escaped(list)}$`) }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    part: (name) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click(),
    pick: (option) => page.locator('label', { hasText: new RegExp(`^${escaped(option)}`) }).click(),
  };
};

export const withKeyboard = (page: Page): Person => {
  const key = (name: string) => page.keyboard.press(name);
  const arrowsTo = async (arrow: string, name: RegExp) => {
    for (let presses = 0; presses < 20; presses++) {
      if (name.test(await focusedName(page))) return;
      await key(arrow);
    }
    throw new Error(`${arrow} never came to ${name}`);
  };
  return {
    async press(name) {
      // A link to a page begins with its host.
      await tabTo(page, new RegExp(name.startsWith('/') ? escaped(name) : `^${escaped(name)}`));
      await key('Enter');
    },
    async write(field, text) {
      const name = new RegExp(`^${escaped(field)}$`);
      // What was just added has the focus already.
      if (!name.test(await focusedName(page))) await tabTo(page, name);
      await key('Control+a');
      await page.keyboard.insertText(text);
    },
    async choose(list, option) {
      await tabTo(page, new RegExp(`${escaped(list)}$`));
      await key('Enter');
      await page.getByRole('listbox').waitFor();
      await key('Home');
      await arrowsTo('ArrowDown', new RegExp(`^${escaped(option)}$`));
      await key('Enter');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    },
    async part(name) {
      await tabTo(
        page,
        /^(?:Source|Rules|Steps|Forms|Log-in|Compare|Schedule|Messages|Limits|States)(?: \d+)?(?:, has mistakes)?$/,
      );
      await arrowsTo('ArrowRight', new RegExp(`^${name}`));
      await page.getByRole('tabpanel', { name: new RegExp(`^${name}`) }).waitFor();
    },
    async pick(option) {
      await tabTo(page, /^(?:All \d+|Changes)/);
      await arrowsTo('ArrowRight', new RegExp(`^${escaped(option)}`));
    },
  };
};

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
