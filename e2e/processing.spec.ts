import { startLlmProcess, type LlmProcess } from '#api/testing/llm/llm-process.ts';
import { faultsInBoth, scrollsSideways } from './axe.ts';
import { positionOf, signedInAgain } from './journey.ts';
import { expect, long, test as base, withProduct, type Page, type Product } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

const test = base.extend<object, { llm: LlmProcess; product: Product }>({
  llm: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const llm = await startLlmProcess();
      await use(llm);
      await llm.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ llm }, use) => withProduct(use, { LLM_URL: llm.url, LLM_MODEL: 'fixture' }),
    { scope: 'worker' },
  ],
});

async function open(page: Page, product: Product) {
  const { token } = await signedInAgain(page, product.url);
  const seeded = await seedSession(product, token, { title: 'Gemeinderat', spoken: spokenFixture() });
  await page.goto(`/library/${seeded.id}`);
  return seeded;
}

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'KI-Auswertung' });
const made = (page: Page) => page.getByText('Geschrieben vom Sprachmodell fixture');

/** Opens the dialog and selects exactly these options. */
async function choose(page: Page, ...names: string[]) {
  await page.getByRole('button', { name: 'Auswerten', exact: true }).click();
  const options = dialogOf(page).getByRole('group', { name: 'Was soll entstehen?' });
  await expect(options.getByRole('checkbox').first()).toBeAttached();
  for (const box of await options.getByRole('checkbox').all()) {
    const name = await box.evaluate((element) => element.closest('label')?.textContent ?? '');
    if ((await box.isChecked()) !== names.some((one) => name.startsWith(one))) await box.press(' ');
  }
}
const send = (page: Page) => dialogOf(page).getByRole('button', { name: 'Auswerten', exact: true }).click();

test('a result is asked for, waited for, read while it is written, and leads to its moments', async ({
  page,
  product,
  llm,
}) => {
  await open(page, product);
  await llm.script([{ firstTokenMs: 4_000, tokenMs: 80 }]);
  await choose(page, 'Zusammenfassung');
  expect(await faultsInBoth(page)).toEqual([]);
  await send(page);
  await expect(tab(page, /Zusammenfassung/)).toHaveAttribute('aria-selected', 'true');
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('progressbar')).toBeVisible();
  await expect(panel.getByText(/Die Restzeit wird geschätzt|noch etwa/)).toBeVisible();
  // The sentence is shown in one place: in the tab of the result, or above the tabs if another one is open.
  await expect(page.getByText(/^Eine Auswertung läuft/)).toHaveCount(0);
  await tab(page, 'Notizen').click();
  await expect(page.getByText(/^Eine Auswertung läuft/)).toBeVisible();
  await tab(page, /Zusammenfassung/).click();
  const writing = page.getByText('Der Text wird geschrieben.', { exact: false }).last();
  await expect(writing).toBeVisible();
  await expect(panel.locator('[aria-busy=true]')).not.toBeEmpty();
  await expect(made(page)).toBeVisible();
  await expect(page.getByText(/^Eine Auswertung läuft/)).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Quelle 1, bei/ })
    .first()
    .click();
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
});

test(
  'a kill of the server in the middle costs what was written, not the result: the page shows it go on',
  long,
  async ({ page, product, llm }) => {
    const { detail } = await open(page, product);
    await llm.script([{ tokenMs: 400 }]);
    const before = llm.requests.length;
    await choose(page, 'Zusammenfassung');
    await send(page);
    await expect(page.getByRole('tabpanel').locator('[aria-busy=true]')).not.toBeEmpty();
    await product.kill();
    await product.start();
    await expect(made(page)).toBeVisible();
    await expect(page.getByText(/^Eine Auswertung läuft/)).toHaveCount(0);
    expect((await detail()).data['summary']).toMatchObject({ state: 'done', version: 1, previous: 0 });
    expect(llm.requests.length - before).toBe(2);
  },
);

test(
  'one that fails says why and leaves the others; it is tried again',
  long,
  async ({ page, product, llm }) => {
    await open(page, product);
    await llm.script([
      { only: 'what binds people after', status: 401, body: { error: { message: 'no such key' } } },
    ]);
    await choose(page, 'Zusammenfassung', 'Protokoll');
    await send(page);
    await tab(page, /Protokoll/).click();
    await expect(page.getByText('Das Ergebnis konnte nicht erstellt werden').last()).toBeVisible();
    await tab(page, /Zusammenfassung/).click();
    await expect(made(page)).toBeVisible();
    await tab(page, /Protokoll/).click();
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(made(page)).toBeVisible();
  },
);

test('one that is being written can be cancelled', long, async ({ page, product, llm }) => {
  await open(page, product);
  await llm.script([{ firstTokenMs: 60_000 }]);
  await choose(page, 'Analyse');
  await send(page);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByText('Das Ergebnis wurde nicht fertig')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible();
});

test('a question of one’s own remembers the tab that it was asked from', long, async ({ page, product }) => {
  await open(page, product);
  await choose(page, 'Zusammenfassung');
  await send(page);
  await expect(made(page)).toBeVisible();
  await page.getByRole('button', { name: 'Eigene Frage dazu …' }).click();
  await page.setViewportSize({ width: 360, height: 780 });
  const field = dialogOf(page).getByRole('textbox', { name: 'Ihre Frage oder Ihr Auftrag' });
  await expect(field).toBeFocused();
  await field.fill('Wer macht was?');
  expect(await scrollsSideways(page)).toBe(false);
  await send(page);
  await expect(tab(page, /Wer macht was\?/)).toHaveAttribute('aria-selected', 'true');
  await expect(made(page)).toBeVisible();
  await expect(page.getByText('Aus: Zusammenfassung')).toBeVisible();
  await page.reload();
  await expect(page.locator('blockquote', { hasText: 'Wer macht was?' })).toBeVisible();
  await page.getByRole('button', { name: 'Zurück dorthin' }).click();
  await expect(tab(page, /Zusammenfassung/)).toHaveAttribute('aria-selected', 'true');
});

test(
  'after a change the older result is marked and made anew after a question; the former one stays',
  long,
  async ({ page, product }) => {
    const { detail, patch } = await open(page, product);
    await choose(page, 'Zusammenfassung');
    await send(page);
    await expect(made(page)).toBeVisible();
    const { transcript, edits } = await detail();
    const segment = transcript!.segments[0]!.id;
    await patch({
      edits: {
        base: edits,
        version: transcript!.version,
        ops: [{ op: 'text', segment, text: 'Es ist alles anders geworden.' }],
      },
    });
    await expect(tab(page, /Zusammenfassung.*älter/)).toBeVisible();
    await expect(
      page.getByText('Geändert sind: das Transkript (1 Änderung).', { exact: false }),
    ).toBeVisible();
    await tab(page, 'Transkript').click();
    await page.getByRole('button', { name: 'Neu erstellen …' }).click();
    await send(page);
    const question = page.getByRole('alertdialog', { name: '«Zusammenfassung» neu erstellen?' });
    await expect(question.getByRole('button', { name: 'Lassen, wie es ist' })).toBeFocused();
    await question.getByRole('button', { name: 'Neu erstellen' }).click();
    await expect(page.getByText('Fassung 2 von 2')).toBeVisible();
    await expect(tab(page, /älter/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Frühere Fassung' }).click();
    await expect(page.getByText('Sie lesen eine frühere Fassung.')).toBeVisible();
    await expect(page.getByText('Fassung 1 von 2')).toBeVisible();
  },
);
