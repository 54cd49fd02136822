import type { Page } from 'playwright';
import type { Handles } from './measure-page.ts';

const focusTurn = (page: Page) =>
  page.evaluate(() => {
    const turns = [...document.querySelectorAll<HTMLElement>('[data-turn]')];
    const isLow = (turn: HTMLElement) => turn.getBoundingClientRect().top > innerHeight * 0.35;
    (turns.find(isLow) ?? turns.at(-1))?.focus({ preventScroll: true });
  });

export const ourHandles = (page: Page): Handles => ({
  text: `document.querySelector('textarea[data-writing]')?.value`,
  async write() {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    await page.waitForTimeout(500);
    await focusTurn(page);
    await page.keyboard.press('Enter');
    await page.locator('textarea[data-writing]').waitFor();
    await page.keyboard.press('Home');
  },
  // An undo step ends after one second without a key.
  endStep: () => page.waitForTimeout(1_150),
  undo: () => page.keyboard.press('ControlOrMeta+z'),
  async openFind() {
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+f');
    await page.locator('[data-find] input').first().waitFor();
  },
  hits: `document.querySelector('[data-find] output')?.textContent`,
  async closeFind() {
    await page.keyboard.press('Escape');
  },
  async openRename(name) {
    await focusTurn(page);
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(name);
  },
  commitRename: () => page.keyboard.press('Enter'),
  names: `[...document.querySelectorAll('[data-turn]')].map((one) => one.getAttribute('aria-label')?.slice(0, 30)).join()`,
  renameEvent: 'keydown',
  async play() {
    await focusTurn(page);
    await page.keyboard.press('p');
    await page.waitForFunction(() => document.querySelector('[data-current]') !== null);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('>');
  },
});
