/** Recordings that a killed browser has left: the sound on the device and on the server is combined. */
import { callApi } from './call-api.ts';
import {
  button,
  expect,
  expectWhole,
  isOnServer,
  long,
  recordFor,
  startRecording,
  compareStoredAudio,
  test,
  type Page,
} from './recording.ts';

// Traces of killed browsers are lost.
test.use({ trace: 'off' });

/** Returns the bytes of the person's unfinished uploads on the server. */
async function bytesOnServer(page: Page): Promise<number> {
  const { uploads } = await callApi<{ uploads: { offset: number }[] }>(page, 'uploads');
  return uploads.reduce((sum, { offset }) => sum + offset, 0);
}

/** Completes a recording from the server, although its device may still upload. */
async function completeFromServer(library: Page): Promise<void> {
  await expect(library.getByText('Eine Aufnahme liegt nur noch auf dem Server')).toBeVisible();
  await button(library, 'Abschliessen und transkribieren').click();
  const stillSends = library.getByRole('alertdialog', { name: 'Das Gerät sendet vielleicht noch' });
  await stillSends.getByRole('button', { name: 'Trotzdem abschliessen' }).click();
  await expect(library.getByText('Eine Aufnahme liegt nur noch auf dem Server')).toBeHidden();
}

const bytesPerS = 8_000;
const arrived = (page: Page, seconds: number) =>
  expect.poll(() => bytesOnServer(page)).toBeGreaterThan(seconds * bytesPerS);

test(
  'a browser whose disk got full while recording, and that was then killed, gets the rest back from the server',
  long,
  async ({ openStudio }) => {
    const studio = openStudio();
    let page = await studio.tab();
    // Without OPFS each piece goes to IndexedDB and needs room. For an OPFS file Chromium reserves 1 MB beforehand.
    await studio.chromium.without(page, ['getDirectory']);
    const id = await startRecording(page, studio.product, 'Mitten drin voll');
    await recordFor(page, 4);
    await studio.chromium.fillStorage(page);
    await recordFor(page, 14);
    await expect(page.getByText('Auf diesem Gerät ist kein Platz mehr')).toBeVisible();
    await arrived(page, 12);
    await studio.chromium.kill();

    page = await studio.tab();
    await page.goto(`${studio.product.url}/library`);
    await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeVisible();
    await button(page, 'Hochladen').click();
    await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeHidden();
    const stored = await compareStoredAudio(page, studio.product, id);
    expectWhole(stored);
    expect(stored.lengthS).toBeGreaterThan(11);
  },
);

test(
  'a recording of a killed window without storage is completed from another device, and its own device finds it finished',
  long,
  async ({ openStudio }) => {
    const phone = openStudio();
    let page = await phone.tab();
    await phone.chromium.without(page, ['getDirectory', 'indexedDB']);
    const id = await startRecording(page, phone.product, 'Privates Fenster weg');
    await recordFor(page, 10);
    await arrived(page, 8);
    await phone.chromium.kill();

    const laptop = openStudio(phone.product, phone.person);
    const library = await laptop.tab();
    await library.goto(`${laptop.product.url}/library`);
    await completeFromServer(library);
    const stored = await compareStoredAudio(library, laptop.product, id);
    expectWhole(stored);
    expect(stored.lengthS).toBeGreaterThan(8);

    page = await phone.tab();
    await page.goto(`${phone.product.url}/library/${id}`);
    await isOnServer(page);
    await page.goto(`${phone.product.url}/library`);
    await expect(page.getByRole('link', { name: /Privates Fenster weg/ })).toHaveCount(1);
    await expect(page.getByText(/liegt nur noch auf dem Server|liegt noch auf diesem Gerät/)).toHaveCount(0);
  },
);

test(
  'a recording that was completed without its device gets the notes and the rest of the sound when the device is back',
  long,
  async ({ openStudio }) => {
    const phone = openStudio();
    let page = await phone.tab();
    const id = await startRecording(page, phone.product, 'Zurück vom Weg');
    await recordFor(page, 4);
    await page.getByLabel('Notizen').fill('Vom Telefon');
    await recordFor(page, 8);
    await arrived(page, 6);
    await phone.chromium.kill();

    const laptop = openStudio(phone.product, phone.person);
    const library = await laptop.tab();
    await library.goto(`${laptop.product.url}/library`);
    await completeFromServer(library);

    page = await phone.tab();
    await page.goto(`${phone.product.url}/library`);
    await button(page, 'Hochladen').click();
    await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeHidden();
    expectWhole(await compareStoredAudio(page, phone.product, id));
    await page.getByRole('tab', { name: 'Notizen' }).click();
    await expect(page.getByLabel('Notizen zur Sitzung')).toHaveValue('Vom Telefon');
  },
);
