/**
 * Environments in which something is missing or broken. Where the page can do its work it does so, and says once what that
 * means; where it cannot, a sentence names the cause. Nothing that was recorded is lost.
 */
import { join } from 'node:path';
import { securityHeaders } from '#api/http/headers.rules.ts';
import { chromiumLaunch } from '../tools/chromium.ts';
import { breakPage, type Breakage } from './broken-page.ts';
import { installFastMicrophone } from './fast-microphone.ts';
import {
  createSession,
  fixtureAudio,
  fixtureText,
  pickFile,
  recordings,
  sendAndAwaitTranscript,
  signedIn,
  wordsOf,
} from './journey.ts';
import { microphoneSwitches, playedSpeech } from './microphone.ts';
import { long, test, type Watch } from './product.ts';
import {
  button,
  compareStoredAudio,
  expect,
  expectWhole,
  fastPace,
  finishRecording,
  mp3FrameS,
  openMicrophone,
  realTime,
  recordFor,
  startRecording,
  type Page,
  type Product,
} from './recording.ts';
import { lengthOf, storedAudio } from './sound.ts';

// The contexts of Playwright are private windows.
test.use({
  serviceWorkers: 'block',
  launchOptions: {
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, ...microphoneSwitches(playedSpeech().path)],
  },
});

const once = (code: string) => `if (!globalThis.isBroken) { globalThis.isBroken = true; ${code} }\n`;

/** Code that removes a property, such as `Navigator.locks`, from a class that only some kinds of scripts have. */
const removed = (type: string, name: string) =>
  `if (typeof ${type} === 'function') delete ${type}.prototype.${name};`;

const rejecting = (type: string, name: string, error: string) =>
  `if (typeof ${type} === 'function') ${type}.prototype.${name} = () => Promise.reject(new DOMException('broken', '${error}'));`;

const withoutIndexedDb = `Object.defineProperty(globalThis, 'indexedDB', { value: undefined });`;
const withoutOpfs = removed('StorageManager', 'getDirectory');

type Environment = Breakage & {
  name: string;
  /** What the page says of the storage: at a file, and before a recording. Null: nothing. */
  says: { file: string | null; recording: string | null };
  /** Makes the environment what it is when the page is open. */
  prepare?(page: Page): Promise<void>;
  /** True if this browser has shared memory in the environment. The default is true. */
  isShared?: boolean;
};

const notKept = 'Dieser Browser lässt hier nichts ablegen';
const nothing = { file: null, recording: null };

const working: Environment[] = [
  { name: 'no OPFS', code: once(withoutOpfs), says: { file: notKept, recording: null } },
  {
    name: 'no OPFS and no IndexedDB',
    code: once(withoutOpfs + withoutIndexedDb),
    says: { file: notKept, recording: 'Dieser Browser speichert hier nichts' },
  },
  {
    name: 'OPFS that answers UnknownError',
    code: once(rejecting('StorageManager', 'getDirectory', 'UnknownError')),
    says: { file: notKept, recording: null },
  },
  {
    name: 'OPFS whose files answer UnknownError',
    code: once(rejecting('FileSystemFileHandle', 'createSyncAccessHandle', 'UnknownError')),
    says: { file: notKept, recording: null },
  },
  { name: 'no IndexedDB', code: once(withoutIndexedDb), says: nothing },
  {
    name: 'IndexedDB that does not open',
    code: once(`IDBFactory.prototype.open = () => { throw new DOMException('broken', 'UnknownError'); };`),
    says: nothing,
  },
  {
    name: 'a quota of 0',
    code: once(`StorageManager.prototype.estimate = async () => ({ quota: 0, usage: 0 });`),
    says: {
      file: 'Auf diesem Gerät ist kein Platz mehr',
      recording: 'Auf diesem Gerät ist nur Platz für 0 Minuten',
    },
    // Chromium takes a size of 0 as none.
    async prepare(page) {
      const cdp = await page.context().newCDPSession(page);
      const { origin } = new URL(page.url());
      await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    },
  },
  {
    name: 'storage that states no room',
    code: once(rejecting('StorageManager', 'estimate', 'UnknownError')),
    says: nothing,
  },
  {
    name: 'no SharedArrayBuffer',
    withoutHeaders: ['cross-origin-opener-policy', 'cross-origin-embedder-policy'],
    says: nothing,
    isShared: false,
  },
  {
    name: 'no Web Locks',
    code: once(removed('Navigator', 'locks') + removed('WorkerNavigator', 'locks')),
    says: { file: notKept, recording: null },
  },
  {
    name: 'local storage that cannot be written',
    code: once(
      `if (typeof Storage === 'function') Storage.prototype.setItem = () => { throw new DOMException('broken', 'QuotaExceededError'); };`,
    ),
    says: nothing,
  },
];

async function checkFile(page: Page, path: string, title: string, says: string | null): Promise<string> {
  const id = await createSession(page, title);
  await pickFile(page, path);
  await expect(page.getByText(/Gut verständlich|Brauchbar|Schwer verständlich/)).toBeVisible();
  for (const sentence of [notKept, 'Auf diesem Gerät ist kein Platz mehr'])
    await expect(page.getByText(sentence)).toHaveCount(sentence === says ? 1 : 0);
  return id;
}

/** Checks and sends a file, up to its transcript. */
async function fileJourney(page: Page, title: string, says: string | null = null): Promise<void> {
  const path = fixtureAudio('de_1.wav');
  const id = await checkFile(page, path, title, says);
  await sendAndAwaitTranscript(page);
  expect(wordsOf(await page.getByRole('tabpanel').innerText())).toContain(wordsOf(fixtureText('de_1.wav')));
  const stored = await storedAudio(page, id);
  expect(Math.abs((await lengthOf(stored.path)) - (await lengthOf(path)))).toBeLessThan(mp3FrameS);
}

const recordedS = 5;

async function recordingJourney(page: Page, product: Product, says: string | null = null): Promise<void> {
  const id = await openMicrophone(page, product, 'Aufgenommen');
  if (says) await expect(page.getByText(says)).toHaveCount(1);
  else await expect(page.getByText(/speichert hier nichts|ist nur Platz für/)).toHaveCount(0);
  await button(page, 'Aufnahme starten').click();
  await recordFor(page, recordedS);
  await finishRecording(page);
  const stored = await compareStoredAudio(page, product, id);
  expectWhole(stored);
  expect(stored.lengthS).toBeGreaterThan(recordedS - 0.5);
}

for (const { name, says, isShared = true, prepare, ...breakage } of working) {
  test(
    `With ${name} a file is checked and sent, and a recording arrives`,
    long,
    async ({ page, product }) => {
      await breakPage(page, breakage);
      await installFastMicrophone(page, fastPace);
      await signedIn(page, product.url);
      await page.goto('/library');
      await prepare?.(page);
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(isShared);
      await fileJourney(page, name, says.file);
      await recordingJourney(page, product, says.recording);
    },
  );
}

test(
  'Without SharedArrayBuffer a file that ffmpeg decodes is checked and sent',
  long,
  async ({ page, product }) => {
    test.skip(!recordings, 'AUDIO_DIR names no folder');
    await breakPage(page, {
      withoutHeaders: ['cross-origin-opener-policy', 'cross-origin-embedder-policy'],
    });
    await signedIn(page, product.url);
    const path = join(recordings!, 'de/fleurs-de-001.ogg');
    const id = await checkFile(page, path, 'ogg', null);
    await sendAndAwaitTranscript(page);
    const stored = await storedAudio(page, id);
    expect(Math.abs((await lengthOf(stored.path)) - (await lengthOf(path)))).toBeLessThan(mp3FrameS);
  },
);

const withoutWorklet = once(
  `delete globalThis.AudioWorkletNode; delete globalThis.AudioWorklet; if (typeof BaseAudioContext === 'function') delete BaseAudioContext.prototype.audioWorklet;`,
);

test.describe('Without an AudioWorklet', () => {
  test('a file is checked and sent', long, async ({ page, product }) => {
    await breakPage(page, { code: withoutWorklet });
    await signedIn(page, product.url);
    await fileJourney(page, 'Ohne AudioWorklet');
  });

  // The fast microphone stands in for the worklet, so this records in real time.
  test('a recording arrives', realTime, async ({ page, product }) => {
    await breakPage(page, { code: withoutWorklet });
    await signedIn(page, product.url);
    await recordingJourney(page, product);
  });
});

const hourMs = 3_600_000;

/** Returns code that sets the clocks of page and workers; `jump` changes them while they run. */
function jumpingClock() {
  let offsetMs = 0;
  return {
    code: () =>
      once(`
        let offsetMs = ${offsetMs};
        const real = Date;
        globalThis.Date = new Proxy(real, {
          construct: (target, args) => args.length > 0 ? new target(...args) : new target(real.now() + offsetMs),
          apply: () => new real(real.now() + offsetMs).toString(),
          get: (target, key) => key === 'now' ? () => real.now() + offsetMs : target[key],
        });
        if (typeof BroadcastChannel === 'function')
          new BroadcastChannel('clock').onmessage = ({ data }) => { offsetMs = data; };`),
    async jump(page: Page, toMs: number): Promise<void> {
      const before = await page.evaluate(() => Date.now());
      const shiftMs = toMs - offsetMs;
      offsetMs = toMs;
      await page.evaluate((toMs) => new BroadcastChannel('clock').postMessage(toMs), toMs);
      await expect
        .poll(async () => Math.abs((await page.evaluate(() => Date.now())) - before - shiftMs))
        .toBeLessThan(hourMs / 2);
    },
  };
}

for (const [name, jumpMs] of [
  ['forward', hourMs],
  ['back', -hourMs],
] as const) {
  test(
    `A clock that jumps an hour ${name} disturbs neither a file nor a recording`,
    long,
    async ({ page, product }) => {
      const clock = jumpingClock();
      await breakPage(page, { code: clock.code });
      await installFastMicrophone(page, fastPace);
      await signedIn(page, product.url);
      await checkFile(page, fixtureAudio('de_1.wav'), 'Im Sprung', null);
      await clock.jump(page, jumpMs);
      await sendAndAwaitTranscript(page);

      const id = await startRecording(page, product, 'Über den Sprung');
      await recordFor(page, 2);
      await clock.jump(page, 0);
      await recordFor(page, 4);
      await clock.jump(page, jumpMs);
      await recordFor(page, 6);
      await finishRecording(page);
      expectWhole(await compareStoredAudio(page, product, id));
    },
  );
}

const policy = securityHeaders([], 'http://localhost')['Content-Security-Policy']!;

/** `isKnownBefore`: the page says it without being asked for the microphone. */
const refusing: {
  name: string;
  breakage: Breakage;
  says: string;
  isKnownBefore: boolean;
}[] = [
  {
    name: 'the scripts of workers are blocked',
    isKnownBefore: true,
    breakage: { blocked: /\.worker-[^/]*\.js$/ },
    says: 'Ein Teil von Wortlaut konnte nicht geladen werden',
  },
  {
    name: 'a policy refuses WebAssembly',
    isKnownBefore: false,
    breakage: { headers: { 'content-security-policy': policy.replace(" 'wasm-unsafe-eval'", '') } },
    says: 'Dieser Browser verbietet der Seite WebAssembly',
  },
];

/** Removes what the browser reports of a policy that the test has set. */
const forgetPolicy = (watch: Watch) => {
  watch.errors = watch.errors.filter((error) => !error.includes('Content Security Policy'));
};

for (const { name, breakage, says, isKnownBefore } of refusing) {
  test(
    `Where ${name}, a sentence says so, and an earlier recording is not lost`,
    long,
    async ({ page, context, product, watch }) => {
      await installFastMicrophone(page, fastPace);
      await signedIn(page, product.url);
      const id = await startRecording(page, product, 'Vorher');
      await recordFor(page, recordedS);
      await page.close();

      const broken = await context.newPage();
      await breakPage(broken, breakage);
      await installFastMicrophone(broken, fastPace);
      await broken.goto(`${product.url}/library`);
      const told = broken.getByRole('alert').filter({ hasText: says });
      if (isKnownBefore) await expect(told).toBeVisible();
      await createSession(broken, 'Hier geht nichts');
      await pickFile(broken, fixtureAudio('de_1.wav'));
      await expect(told).toBeVisible();
      await openNewSession(broken, product);
      if (!isKnownBefore) await button(broken, 'Mikrofon einschalten').click();
      await expect(told).toBeVisible();
      await broken.close();
      forgetPolicy(watch);

      const whole = await context.newPage();
      await whole.goto(`${product.url}/library`);
      await expect(whole.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeVisible();
      await button(whole, 'Hochladen').click();
      await expect(whole.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeHidden();
      const stored = await compareStoredAudio(whole, product, id);
      expectWhole(stored);
      expect(stored.lengthS).toBeGreaterThan(recordedS - 0.5);
    },
  );
}

async function openNewSession(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/create`);
  await page.getByLabel('Name der Sitzung').fill('Keine Aufnahme');
  await button(page, 'Sitzung erstellen').click();
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
}

test('Where the browser blocks local storage, the sign-in says so', async ({ page, product }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  await page.goto(`${product.url}/signin`);
  await expect(page.getByRole('alert')).toContainText('Dieser Browser lässt diese Seite nichts speichern');
});
