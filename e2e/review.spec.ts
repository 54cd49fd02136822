import type { Locator } from '@playwright/test';
import { faultsInBoth } from './axe.ts';
import { positionOf, signedInAgain } from './journey.ts';
import { expect, long, test, type Page, type Product } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

/** A review by keyboard only, from the first word to the document, with the announcements of screen readers. */

/** Opens a transcript whose recording is partly clipped. */
async function openTranscript(page: Page, product: Product) {
  const { token } = await signedInAgain(page, product.url);
  const session = await seedSession(product, token, {
    title: 'Gemeinderat',
    spoken: spokenFixture(),
    verdict: {
      grade: 'usable',
      loudness_lufs: -23,
      true_peak_dbtp: 0,
      snr_db: 20,
      speech_share: 0.8,
      reasons: [{ code: 'quality.clipping', share: 0.01, at: [[4, 4.4]] }],
    },
  });
  await page.goto(`/library/${session.id}`);
  await turns(page).first().waitFor();
  return session;
}

const turns = (page: Page) => page.locator('[data-turn]');
const focused = (page: Page) => page.locator(':focus');
const focusedTurn = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-turn') ?? '');

/** Collects the announcements of live regions since the page was opened. */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[aria-live], [role="status"], [role="alert"], output');
        if (region?.textContent) announced.push(region.textContent);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced.join('\n'));
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60; presses++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error('Tab does not lead there.');
}

test('a whole review by keyboard: listen, correct, rename, doubt, undo, replace, export', async ({
  page,
  product,
}) => {
  const announced = await listen(page);
  const { detail } = await openTranscript(page, product);
  const first = turns(page).first();
  const text = async (index: number) => (await detail()).transcript?.segments[index]?.text ?? '';
  const wrote = await text(0);

  // Listen: the group's name states speaker, time and text; P plays it, Space pauses.
  await tabTo(page, first);
  await expect(first).toHaveAttribute('role', 'group');
  await expect(first).toHaveAccessibleName(new RegExp(`^Person A, 0:0\\d: ${wrote.slice(0, 10)}`));
  await page.keyboard.press('p');
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5);
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Abspielen', exact: true })).toBeVisible();

  // Correct: the turn becomes a text field, and Escape saves and closes it.
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: /^Text von Person A bei 0:0/ });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('lang', 'de');
  await page.keyboard.press('Home');
  await page.keyboard.type('Guten Abend. ');
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();
  await expect.poll(() => text(0)).toBe(`Guten Abend. ${wrote}`);
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();

  // Rename the speaker everywhere.
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Name der Person' })).toBeFocused();
  await page.keyboard.type('Frau Rey');
  await page.keyboard.press('Enter');
  await expect(first).toHaveAccessibleName(/^Frau Rey, /);
  await expect.poll(announced).toContain('Person A heisst jetzt Frau Rey.');

  // Undo and redo both the name and the text.
  await page.keyboard.press('Control+z');
  await expect(first).toHaveAccessibleName(/^Person A, /);
  await expect.poll(announced).toContain('Rückgängig gemacht: Person umbenannt');
  await page.keyboard.press('Control+z');
  await expect.poll(() => text(0)).toBe(wrote);
  await page.keyboard.press('Control+Shift+Z');
  await page.keyboard.press('Control+y');
  await expect(first).toHaveAccessibleName(/^Frau Rey, .*Guten Abend/);
  await expect.poll(announced).toContain('Wiederholt: Person umbenannt');

  // Go to the next uncertain place.
  await page.keyboard.press('n');
  await expect.poll(announced).toMatch(/Unsichere Stelle 1 von \d+\..*übersteuert/s);
  expect(await focusedTurn(page)).not.toBe('');
  await expect(focused(page)).toBeInViewport();

  // Find and replace the selected hits.
  const word = wrote.split(' ').find((one) => /^\p{L}{4,}$/u.test(one)) ?? wrote.split(' ')[0]!;
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('textbox', { name: 'Suchen nach' })).toBeFocused();
  await page.keyboard.type(word);
  await expect.poll(announced).toMatch(/\d+ von \d+/);
  await page.keyboard.press('Enter');
  await expect.poll(announced).toContain('Treffer ');
  await tabTo(page, page.getByRole('button', { name: 'Ersetzen', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Ersetzen durch' }));
  await page.keyboard.type('Wortlaut');
  await tabTo(page, page.getByRole('button', { name: /Stellen? ersetzen$/ }));
  await page.keyboard.press('Enter');
  await expect.poll(announced).toMatch(/\d+ Stellen? ersetzt\./);
  await page.keyboard.press('Escape');
  await expect.poll(() => text(0)).toContain('Wortlaut');

  // The shortcut dialog returns the focus.
  const before = await focusedTurn(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedTurn(page)).toBe(before);

  // Download the document.
  await tabTo(page, page.getByRole('button', { name: 'Weitere Aktionen' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: 'Dokument herunterladen …' });
  await expect(entry).toBeVisible();
  for (
    let presses = 0;
    presses < 10 && !(await entry.evaluate((one) => one === document.activeElement));
    presses++
  )
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Herunterladen', exact: true });
  await tabTo(page, save);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect(await (await download).failure()).toBeNull();
});

test(
  'nothing is in the way of anybody: reading, writing, finding, two texts of one place; light and dark',
  long,
  async ({ page, product }) => {
    const { detail, patch } = await openTranscript(page, product);
    expect(await faultsInBoth(page)).toEqual([]);

    await turns(page).first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Also ');
    expect(await faultsInBoth(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+f');
    await page.keyboard.type('e');
    await page.getByRole('button', { name: 'Ersetzen', exact: true }).click();
    expect(await faultsInBoth(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();

    // This tab cannot send while another one edits the same turn.
    await page.route('**/api/v1/sessions/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await turns(page).nth(1).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('meins ');
    await page.keyboard.press('Escape');
    await expect(page.getByText('auf diesem Gerät', { exact: false }).first()).toBeVisible();
    const { edits, transcript } = await detail();
    const segment = transcript!.segments[1]!;
    const op = { op: 'text', segment: segment.id, text: `ihres ${segment.text}` };
    await patch({ edits: { base: edits, version: transcript!.version, ops: [op] } });
    await page.unroute('**/api/v1/sessions/*');
    const card = page.getByRole('region', { name: /^Zwei Texte bei / });
    await expect(card).toBeVisible();
    await expect(card).toContainText('meins');
    await expect(card).toContainText('ihres');
    expect(await faultsInBoth(page)).toEqual([]);
    await card.getByRole('button', { name: /^Beide behalten/ }).click();
    await expect(card).toHaveCount(0);
    await expect.poll(async () => (await detail()).transcript?.segments[1]?.text).toContain('meins');
  },
);
