/** Functions that a host switches off: what is gone from the page, and what stays. */
import { functionTags } from '#api/contract/domain.ts';
import { createSession, fixtureAudio, pickFile, sendAndAwaitTranscript, signedIn } from './journey.ts';
import { expect, long, type Page } from './product.ts';
import { finishRecording, recordFor, startRecording, test } from './recording.ts';
import { seedSession } from './seed-session.ts';
import { setHost } from './set-host.ts';
import { spokenFixture } from './spoken-fixture.ts';

// Tests of other files use the same server.
test.afterEach(({ product }) => setHost(product, {}));

async function actionsOf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await expect(page.getByRole('menuitem', { name: 'Löschen' })).toBeVisible();
  const names = await page.getByRole('menuitem').allInnerTexts();
  // Escape belongs to the menu once it has the focus. The next press of the button must find it closed.
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  return names.map((name) => name.trim());
}

test(
  'where everything is off, recording, upload and review work, and nothing else is offered',
  long,
  async ({ openStudio, product, page }) => {
    await setHost(product, { tags: [] });
    const studio = openStudio();
    const tab = await studio.tab();
    await startRecording(tab, product, 'Ohne Funktionen');
    await recordFor(tab, 3);
    await finishRecording(tab);

    await signedIn(page, product.url);
    const id = await createSession(page, 'Hochgeladen');
    await expect(page.getByRole('radio', { name: 'Aufnehmen' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Diktieren' })).toHaveCount(0);
    await pickFile(page, fixtureAudio('de_1.wav'));
    await sendAndAwaitTranscript(page);
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    expect(await actionsOf(page)).toEqual([
      'Auswerten …',
      'Dokument herunterladen …',
      'Neu transkribieren …',
      'Löschen …',
    ]);
    await page.goto(`/library/${id}?tab=audio`);
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ton herunterladen' })).toHaveCount(0);
    await page.goto('/create');
    await expect(page.getByRole('checkbox', { name: 'Zusammenfassung' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Faktencheck' })).toHaveCount(0);
  },
);

test('a change of the functions arrives within five minutes, without a reload', async ({ page, product }) => {
  // A survey would lie over the actions until somebody scrolls up (`use-steady-page.ts`).
  const tags = functionTags.filter((tag) => tag !== 'survey');
  await setHost(product, { tags });
  const { token } = await signedIn(page, product.url);
  const { id } = await seedSession(product, token, { title: 'Rat', spoken: spokenFixture('de_1.wav') });
  await page.goto(`/library/${id}`);
  await expect.poll(() => actionsOf(page)).toContain('Per E-Mail teilen …');
  await setHost(product, { tags: tags.filter((tag) => tag !== 'share') });
  // The clock alone is moved: timers run on. The page looks when it is shown again.
  await page.clock.setFixedTime(Date.now() + 5 * 60_000 + 1_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => actionsOf(page)).not.toContain('Per E-Mail teilen …');
  expect(await actionsOf(page)).toContain('Ton herunterladen');
});
