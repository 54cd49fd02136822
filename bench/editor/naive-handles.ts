import type { Page } from 'playwright';
import type { Handles } from './measure-page.ts';

const turn = (page: Page) => page.locator('[data-turn]').nth(1_000);

/** Actions of the naive page, which leaves everything to the browser. */
export const naiveHandles = (page: Page): Handles => ({
  text: `document.querySelectorAll('[data-turn]')[1000]?.textContent`,
  async write() {
    await turn(page).locator('span').nth(2).click();
  },
  endStep: () => page.keyboard.press('ArrowRight'),
  undo: () => page.keyboard.press('ControlOrMeta+z'),
  openFind: () => page.locator('#find').focus(),
  hits: `document.querySelector('output').textContent`,
  closeFind: async () => {},
  openRename: async () => {},
  async commitRename(name) {
    await page.evaluate((next) => {
      dispatchEvent(new Event('rename'));
      (globalThis as unknown as { rename(key: string, name: string): void }).rename('A', next);
    }, name);
  },
  names: `document.querySelector('[data-key="A"]')?.textContent`,
  renameEvent: 'rename',
  play: () => page.evaluate(() => (globalThis as unknown as { play(rate: number): void }).play(2)),
});
