import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pickLargeFile } from './journey.ts';
import { playedSpeech } from './microphone.ts';
import {
  button,
  expect,
  expectWhole,
  finishRecording,
  longRealTime,
  recordedS,
  recordFor,
  startRecording,
  compareStoredAudio,
  test,
  type Page,
  type Product,
} from './recording.ts';
import { tempFolder } from './temp-folder.ts';

// Traces of killed browsers are lost.
test.use({ trace: 'off' });

const headerBytes = 44;

/** Writes a wav of `hours` that repeats the microphone's sound. It is longer than any machine can analyse during the test. */
function longRecording(dir: string, hours: number): string {
  const once = readFileSync(playedSpeech().path);
  const header = Uint8Array.from(once.subarray(0, headerBytes));
  const sound = once.subarray(headerBytes);
  const view = new DataView(header.buffer);
  const times = Math.ceil((hours * 3600 * view.getUint32(28, true)) / sound.length);
  view.setUint32(4, headerBytes - 8 + times * sound.length, true);
  view.setUint32(40, times * sound.length, true);
  const path = join(dir, 'long.wav');
  const file = openSync(path, 'w');
  writeSync(file, header);
  for (let i = 0; i < times; i++) writeSync(file, sound);
  closeSync(file);
  return path;
}

async function openUpload(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/create`);
  await page.getByLabel('Name der Sitzung').fill('Lange Datei');
  await button(page, 'Sitzung erstellen').click();
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
  await page.getByRole('radio', { name: 'Datei hochladen' }).click();
}

/** Returns the share of the file that the other tab has analysed, %. */
async function analysedShare(page: Page): Promise<number> {
  return Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'));
}

test(
  'a recording beside a pass over a long file in another tab loses nothing',
  longRealTime,
  async ({ openStudio }) => {
    const dir = tempFolder();
    try {
      const studio = openStudio();
      const page = await studio.tab();
      const other = await studio.tab();
      await openUpload(other, studio.product);
      const id = await startRecording(page, studio.product, 'Nebenher');
      await pickLargeFile(other, longRecording(dir, 2.4));
      await button(other, 'Prüfen und umwandeln').click();
      await expect.poll(() => analysedShare(other)).toBeGreaterThan(0);
      const from = { recordedS: await recordedS(page), share: await analysedShare(other) };
      await recordFor(page, from.recordedS + 8);
      // Both tabs have to make progress during that time.
      expect(await analysedShare(other)).toBeGreaterThan(from.share);
      await other.close();
      await finishRecording(page);
      expectWhole(await compareStoredAudio(page, studio.product, id));
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
);
