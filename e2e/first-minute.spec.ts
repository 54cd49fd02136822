import { callApi } from './call-api.ts';
import {
  button,
  compareStoredAudio,
  expect,
  finishRecording,
  isOnServer,
  isWhole,
  recordFor,
  test,
  type Page,
  long,
} from './recording.ts';
import { fixtureAudio, fixtureText, pickFile, signedIn, wordsOf, sessionIdOf } from './journey.ts';
import { expectSentence } from './sentence.ts';

// Traces of killed browsers are lost.
test.use({ trace: 'off' });

/** Returns the titles of the person's sessions. */
async function titles(page: Page): Promise<string[]> {
  const { recordings } = await callApi<{ recordings: { title: string }[] }>(page, 'sessions/');
  return recordings.map(({ title }) => title);
}

const name = (page: Page) => page.getByRole('textbox', { name: 'Name der Sitzung' });

test('one press in the library records: a refusal leaves nothing, a killed browser goes on, one session is made', async ({
  openStudio,
}) => {
  const studio = openStudio();
  const { url } = studio.product;
  let page = await studio.tab();
  await page.goto(`${url}/library`);
  await studio.chromium.refuseMicrophone(page);
  await button(page, 'Aufnehmen').click();
  await expectSentence(page, 'recording.problem.before', {}, 'de');
  expect(await titles(page)).toEqual([]);
  await studio.chromium.giveMicrophone(page);
  await page.getByRole('main').getByRole('link', { name: 'Zur Bibliothek' }).click();
  await button(page, 'Aufnehmen').click();
  await expect(page.getByText('Aufnahme läuft').first()).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(['Neue Sitzung']);
  await name(page).fill('Gemeinderat');
  await expect.poll(() => titles(page)).toEqual(['Gemeinderat']);
  await recordFor(page, 4);
  await studio.chromium.kill();

  page = await studio.tab();
  await page.goto(`${url}/create?start=record`);
  await expect(button(page, 'Aufnahme starten')).toBeVisible();
  await button(page, 'Fortsetzen').click();
  await expect(page.getByText('Aufnahme läuft').first()).toBeVisible();
  await recordFor(page, 8);
  await finishRecording(page);
  await page.waitForURL(/\/library\/[0-9a-f-]+$/);
  await expect(page.getByRole('heading', { name: 'Gemeinderat' })).toBeVisible();
  const id = sessionIdOf(page);
  expect(await titles(page)).toEqual(['Gemeinderat']);
  expect((await compareStoredAudio(page, studio.product, id)).lengthS).toBeGreaterThan(7);

  await page.goto(`${url}/library`);
  await button(page, 'Aufnehmen').click();
  await expect.poll(() => titles(page)).toEqual(['Neue Sitzung', 'Gemeinderat']);
  await button(page, 'Pause').click();
  await button(page, 'Verwerfen').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click();
  await page.waitForURL(/\/library$/);
  await expect.poll(() => titles(page)).toEqual(['Gemeinderat']);
});

test(
  'recorded without a server from the first second, it arrives with its name when the server is back',
  long,
  async ({ openStudio }) => {
    const studio = openStudio();
    const page = await studio.tab();
    await page.goto(`${studio.product.url}/library`);
    await button(page, 'Aufnehmen').waitFor();
    await isWhole(page);
    await studio.product.stop();
    await button(page, 'Aufnehmen').click();
    await recordFor(page, 3);
    await name(page).fill('Ohne Server');
    await recordFor(page, 5);
    await studio.product.start();
    await button(page, 'Fertig').click();
    await isOnServer(page);
    expect(await titles(page)).toEqual(['Ohne Server']);
  },
);

test('a file that is dropped on the library becomes a transcript', async ({ page, product }) => {
  await signedIn(page, product.url);
  await page.goto('/library');
  await pickFile(page, fixtureAudio('de_1.wav'));
  await page.waitForURL(/\/library\/[0-9a-f-]+\?mode=upload/);
  await expect(page.getByRole('heading', { name: 'de_1', exact: true })).toBeVisible();
  await button(page, 'Hochladen').click();
  await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText(/./);
  expect(wordsOf(await page.getByRole('tabpanel').innerText())).toContain(wordsOf(fixtureText('de_1.wav')));
});

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** Expects the whole button in view at each size, with the screen scrolled to its top. */
async function inView(page: Page, role: 'button' | 'link', label: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    const target = page.getByRole(role, { name: label, exact: true }).first();
    await expect(target).toBeInViewport({ ratio: 1 });
  }
}

test('what a screen is for stands in view without scrolling, on a desktop and a phone, also with everything open', async ({
  openStudio,
}) => {
  const studio = openStudio();
  const { url } = studio.product;
  const page = await studio.tab();
  await page.goto(`${url}/library`);
  await inView(page, 'button', 'Aufnehmen');

  await page.goto(`${url}/create?start=record`);
  await inView(page, 'button', 'Aufnahme starten');
  await button(page, 'Zuerst den Ton prüfen').click();
  await expect(page.getByText('Einstellungen für den Ton')).toBeVisible();
  await page.getByText('Einstellungen für den Ton').click();
  await inView(page, 'button', 'Aufnahme starten');

  await page.goto(`${url}/create`);
  await expect(page.getByRole('group', { name: 'Danach erstellen' })).toBeVisible();
  await name(page).fill('');
  await button(page, 'Sitzung erstellen').click();
  await inView(page, 'button', 'Sitzung erstellen');
  await name(page).fill('Kommission für Raumplanung, Umwelt und Energie, ausserordentliche Sitzung');
  await button(page, 'Sitzung erstellen').click();
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
  await inView(page, 'button', 'Mikrofon einschalten');
  await button(page, 'Mikrofon einschalten').click();
  await page.getByText('Einstellungen für den Ton').click();
  await inView(page, 'button', 'Aufnahme starten');
  await button(page, 'Aufnahme starten').click();
  await recordFor(page, 2);
  await inView(page, 'button', 'Fertig');
  await button(page, 'Pause').click();
  await button(page, 'Verwerfen').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click();

  await page.getByRole('radio', { name: 'Datei hochladen' }).click();
  await inView(page, 'button', 'Datei wählen');
  await pickFile(page, fixtureAudio('de_conversation.wav'));
  await expect(button(page, 'Hochladen')).toBeVisible();
  const closed = page.locator('main details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
  await inView(page, 'button', 'Hochladen');
  await button(page, 'Hochladen').click();
  await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
  await inView(page, 'button', 'Abspielen');

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${url}/`);
  // Nobody is signed in, so the page speaks the language of the browser.
  await inView(page, 'link', 'Get started');
});
