/** The main job (record, name, read, correct, export) by keyboard alone, and with the means of a screen reader alone. */
import { callApi } from './call-api.ts';
import { openTree } from './accessibility-tree.ts';
import { fixtureAudio, fixtureText, sessionIdOf, wordsOf } from './journey.ts';
import { expect, isOnServer, recordFor, test, type Page } from './recording.ts';

const longWords = wordsOf(fixtureText('de_1.wav'))
  .split(' ')
  .filter(({ length }) => length > 3);
// The recording may begin in the middle of the sentence, so that its first words are missing.
const someWord = new RegExp(`\\b(${longWords.join('|')})\\b`, 'i');

test.use({ trace: 'off', sound: fixtureAudio('de_1.wav') });

/** Collects elements that had the focus and were removed, if no other element got the focus within a second. */
const watchFocus = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const lost: string[] = [];
    Object.assign(globalThis, { lost });
    let last = '';
    let lostMs = 0;
    document.addEventListener('focusin', ({ target }) => {
      last = target instanceof Element ? target.outerHTML.slice(0, 200) : '';
    });
    setInterval(() => {
      const isLost = last !== '' && document.activeElement === document.body;
      lostMs = isLost ? lostMs + 100 : 0;
      if (lostMs === 1_000) lost.push(last);
    }, 100);
  });
const lostFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(globalThis, 'lost') as string[]);

/** Presses Tab, or `key`, until the element has the focus. */
async function tabTo(page: Page, selector: ReturnType<Page['getByRole']>, key = 'Tab'): Promise<void> {
  await expect(selector.first()).toBeVisible();
  const hasFocus = () => selector.first().evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80; presses++) {
    if (await hasFocus()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`80 presses of ${key} do not lead to ${String(selector)}.`);
}

async function textOf(page: Page, id: string): Promise<string> {
  const { transcript } = await callApi<{ transcript: { segments: { text: string }[] } | null }>(
    page,
    `sessions/${id}`,
  );
  return transcript?.segments.map(({ text }) => text).join(' ') ?? '';
}

test('by keyboard alone: recorded, named, read, corrected, exported; the focus is never lost', async ({
  openStudio,
}) => {
  const studio = openStudio();
  const page = await studio.tab();
  await watchFocus(page);
  await page.goto(`${studio.product.url}/library`);
  await tabTo(page, page.getByRole('button', { name: 'Aufnehmen', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Aufnahme läuft').first()).toBeVisible();
  await tabTo(page, page.getByRole('textbox', { name: 'Name der Sitzung' }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Gemeinderat');
  await recordFor(page, 8);
  await tabTo(page, page.getByRole('button', { name: 'Fertig', exact: true }));
  await page.keyboard.press('Enter');
  await isOnServer(page);
  await expect(page.getByRole('heading', { name: 'Gemeinderat' })).toBeVisible();
  await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();

  await tabTo(page, page.locator('[data-turn]'));
  await expect(page.locator('[data-turn]').first()).toHaveAccessibleName(someWord);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-writing]')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' Nachtrag von Hand.');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-turn]').first()).toBeFocused();
  await expect.poll(() => textOf(page, sessionIdOf(page))).toContain('Nachtrag von Hand.');

  const menu = page.getByRole('button', { name: 'Weitere Aktionen', exact: true });
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type('Dok');
  await expect(page.getByRole('menuitem', { name: 'Dokument herunterladen …' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Herunterladen', exact: true }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^Gemeinderat_.*_transcript\.pdf$/);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  expect(await lostFocus(page)).toEqual([]);
});

test('by the accessibility tree alone: recorded, named, read, corrected, exported', async ({
  openStudio,
}) => {
  const studio = openStudio();
  const page = await studio.tab();
  await page.goto(`${studio.product.url}/library`);
  const tree = await openTree(page);
  await tree.find('heading', 'Noch keine Sitzungen');
  await tree.press('button', 'Aufnehmen');
  await tree.find('button', 'Pause');
  await tree.write('textbox', 'Name der Sitzung', 'Gemeinderat');
  // A screen reader finds the time of the recording.
  await expect.poll(() => tree.names('timer')).toHaveLength(1);
  await recordFor(page, 8);
  await tree.press('button', 'Fertig');
  await tree.find('heading', 'Gemeinderat');
  await tree.find('tab', /^Transkript/);
  await tree.find('StaticText', 'fertig');

  const turn = await tree.find('group', someWord);
  expect(turn).toMatch(/\d:\d\d/);
  await tree.press('button', /^Abschnitt bei 0:0\d: Aktionen$/);
  await tree.press('menuitem', /^Schreiben/);
  await tree.write('textbox', /^Text/, 'Der Gemeinderat tagt.');
  await tree.press('button', 'Weitere Aktionen');
  await tree.press('menuitem', 'Dokument herunterladen …');
  await tree.find('dialog', /./);
  const download = page.waitForEvent('download');
  await tree.press('button', 'Herunterladen');
  expect((await download).suggestedFilename()).toMatch(/^Gemeinderat_.*_transcript\.pdf$/);
  await expect.poll(() => textOf(page, sessionIdOf(page))).toContain('Der Gemeinderat tagt.');
});
