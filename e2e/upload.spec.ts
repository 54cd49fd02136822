import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mp4With } from '#workers/testing/mp4.ts';
import {
  createSession,
  positionOf,
  fixtureAudio,
  fixtureText,
  pickFile,
  recordings,
  sendAndAwaitTranscript,
  signedIn,
  wordsOf,
} from './journey.ts';
import { lengthOf, silentWav, storedAudio } from './sound.ts';
import { expect, long, test, type Page } from './product.ts';
import { tempFolder } from './temp-folder.ts';

const mp3FrameS = 1152 / 24_000;

/** Returns the number of channels of the first mp3 frame, 1 or 2 (ISO 11172-3, 2.4.1.3). */
function mp3Channels(bytes: Buffer): number {
  const id3Bytes =
    bytes.subarray(0, 3).toString() === 'ID3'
      ? 10 + ((bytes[6]! << 21) | (bytes[7]! << 14) | (bytes[8]! << 7) | bytes[9]!)
      : 0;
  return bytes[id3Bytes + 3]! >> 6 === 3 ? 1 : 2;
}

const sources = [
  {
    name: 'a wav of synthetic speech',
    path: fixtureAudio('de_1.wav'),
    text: fixtureText('de_1.wav'),
  },
  ...(recordings
    ? [
        { name: 'a flac', path: join(recordings, 'en/jfk.flac'), when: long },
        { name: 'a German ogg', path: join(recordings, 'de/fleurs-de-001.ogg'), when: long },
        { name: 'a webm', path: join(recordings, 'derived/de-live.webm'), when: long },
        { name: 'an m4a', path: join(recordings, 'vad/ricky0123-4-segments.m4a'), when: long },
      ]
    : []),
];

for (const { name, path, text, when = {} } of sources) {
  test(
    `${name} is judged on the device, stored as mp3 of the same length, and transcribed`,
    when,
    async ({ page, product }) => {
      await signedIn(page, product.url);
      const id = await createSession(page, `Probe ${name}`);
      await pickFile(page, path);
      await expect(page.getByText(/Gut verständlich|Brauchbar|Schwer verständlich/)).toBeVisible();
      await sendAndAwaitTranscript(page);

      const stored = await storedAudio(page, id);
      expect(stored.type).toBe('audio/mpeg');
      expect(stored.disposition).toMatch(/attachment; filename="Probe_.*_\d{6}\.mp3"/);
      expect(mp3Channels(readFileSync(stored.path))).toBe(1);
      expect(Math.abs((await lengthOf(stored.path)) - (await lengthOf(path)))).toBeLessThan(mp3FrameS);
      if (text) expect(wordsOf(await page.getByRole('tabpanel').innerText())).toContain(wordsOf(text));

      await page.getByRole('button', { name: 'Abspielen', exact: true }).click();
      await expect.poll(() => positionOf(page)).toBeGreaterThan(0.3);
    },
  );
}

test('a file dropped on the page is taken like a picked one', long, async ({ page, product }) => {
  await signedIn(page, product.url);
  await createSession(page, 'Fallen lassen');
  const bytes = readFileSync(fixtureAudio('de_1.wav')).toString('base64');
  const transfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    data.items.add(
      new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'sitzung.wav', { type: 'audio/wav' }),
    );
    return data;
  }, bytes);
  const zone = page.getByRole('button', { name: 'Datei wählen' });
  for (const type of ['dragenter', 'dragover', 'drop'])
    await zone.dispatchEvent(type, { dataTransfer: transfer });
  await expect(page.getByText('sitzung.wav')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hochladen', exact: true })).toBeEnabled();
});

/** Returns what the page says at the end: the verdict, or the refusal. */
async function outcomeOf(page: Page): Promise<string> {
  const verdict = page.getByText(/Gut verständlich|Brauchbar, mit|Schwer verständlich/);
  const refusal = page.getByRole('alert').or(page.getByText('Diese Datei geht nicht'));
  await expect(verdict.or(refusal).first()).toBeVisible();
  return (await verdict.count()) > 0 ? 'verdict' : await refusal.first().innerText();
}

test('every broken file ends in a reason in words or in a usable result', long, async ({ page, product }) => {
  test.skip(!recordings, 'AUDIO_DIR does not name the recordings');
  await signedIn(page, product.url);
  await createSession(page, 'Kaputte Dateien');
  for (const file of readdirSync(join(recordings!, 'broken'))) {
    await page.reload();
    await pickFile(page, join(recordings!, 'broken', file));
    const outcome = await outcomeOf(page);
    expect.soft(outcome, file).not.toMatch(/error\.|media\.|undefined|\[object/);
    if (statSync(join(recordings!, 'broken', file)).size === 0) expect(outcome).toMatch(/leer/);
  }
});

test('an encrypted file is told from a damaged one', long, async ({ page, product }) => {
  const path = join(tempFolder(), 'geschuetzt.m4a');
  writeFileSync(path, mp4With('enca'));
  await signedIn(page, product.url);
  await createSession(page, 'Geschützt');
  await pickFile(page, path);
  expect(await outcomeOf(page)).toMatch(/geschützt|verschlüsselt/i);
});

test('a file above the limit is shown the specified message and a way, with the size before anybody agrees', async ({
  page,
  product,
}) => {
  await signedIn(page, product.url);
  await createSession(page, 'Zu gross');
  await pickFile(page, silentWav('gross.wav', 800, 48_000, 2));
  const offer = page.getByRole('alert');
  await expect(offer).toContainText(/überschreitet die maximale Dateigrösse von 150\sMB/);
  await expect(offer).toContainText(/ein mp3 von etwa 6[.,]4\sMB/);
  await offer.getByRole('button', { name: 'Prüfen und umwandeln' }).click();
  await expect(page.getByText('Die Aufnahme ist stumm.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hochladen', exact: true })).toBeEnabled();
});

test('a recording of more than 2:30 h is offered to be shortened here', long, async ({ page, product }) => {
  await signedIn(page, product.url);
  await createSession(page, 'Zu lang');
  await pickFile(page, silentWav('lang.wav', 9_200, 8_000, 1));
  const offer = page.getByRole('alert');
  await expect(offer).toContainText('länger als 2:30 Stunden');
  await expect(offer).toContainText(/2:33:20 lang.*etwa 72\sMB/);
  await offer.getByRole('button', { name: 'Andere Datei wählen' }).click();
  await expect(page.getByRole('button', { name: 'Datei wählen' })).toBeVisible();
});
