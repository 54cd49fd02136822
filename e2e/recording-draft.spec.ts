import { callApi } from './call-api.ts';
import { asSpoken, firstWord, heardAllS, leadS, offer, played, toldOf } from './conversation.ts';
import { sessionIdOf } from './journey.ts';
import { compareWithPlayed } from './microphone.ts';
import {
  button,
  expect,
  expectWhole,
  isOnServer,
  type Page,
  longRealTime,
  realTime,
  recordedS,
  recordFor,
  test as base,
} from './recording.ts';
import { storedAudio } from './sound.ts';

const test = base.extend<{ tab: Page }>({
  tab: async ({ openStudio }, use) => use(await openStudio().tab()),
});
// Traces of a long recording are large.
test.use({ trace: 'off', sound: played.path });

const panel = (page: Page) => page.getByRole('region', { name: 'Entwurf auf diesem Gerät', exact: true });
const log = (page: Page) => page.getByRole('log', { name: 'Entwurf auf diesem Gerät' });
const textOf = async (page: Page) => (await log(page).innerText()).trim();
/** Opens a new session, and waits until the model is on the device. */
async function openNew(page: Page, url: string, title: string, mode = 'record'): Promise<string> {
  await page.goto(`${url}/create`);
  await page.getByLabel('Name der Sitzung').fill(title);
  await button(page, 'Sitzung erstellen').click();
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
  const id = sessionIdOf(page);
  await page.goto(`${url}/library/${id}?mode=${mode}`);
  await expect(offer(page)).toBeChecked();
  return id;
}

/** Starts a recording when the model is on the device. The conversation begins `leadS` after the microphone was opened. */
async function startWithDraft(page: Page, url: string, title: string, mode = 'record'): Promise<string> {
  const id = await openNew(page, url, title, mode);
  await button(page, 'Mikrofon einschalten').click();
  await button(page, mode === 'record' ? 'Aufnahme starten' : 'Diktat starten').click();
  await expect(page.getByText('Aufnahme läuft').first()).toBeVisible();
  return id;
}

/** Collects the metadata that the page sends with recordings. */
const collectMetadata = (page: Page) =>
  page.addInitScript(() => {
    const { set } = FormData.prototype;
    FormData.prototype.set = function (this: FormData, name: string, value: string | Blob) {
      if (name === 'metadata') sessionStorage.setItem('sent-metadata', String(value));
      Reflect.apply(set, this, [name, value]);
    };
  });
const sentDraft = async (page: Page) => {
  const json = await page.evaluate(() => sessionStorage.getItem('sent-metadata') ?? '{}');
  return (
    JSON.parse(json) as {
      draft?: { engine: string; model: string; segments: { text: string; words?: [] }[] };
    }
  ).draft;
};

/** Returns the addresses of what the service worker keeps. */
const keptParts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys())
      addresses.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
    return addresses;
  });

/** Returns the engines of a session's versions, the newest first. */
async function enginesOf(page: Page, id: string): Promise<string[]> {
  const path = `sessions/${id}/transcripts`;
  const { versions } = await callApi<{ versions: { engine: string }[] }>(page, path);
  return versions.map(({ engine }) => engine);
}

async function compare(page: Page, url: string, id: string) {
  await page.goto(`${url}/library/${id}`);
  await expect(page.getByRole('tab', { name: 'Transkript' })).toBeVisible();
  const { path } = await storedAudio(page, id, url);
  return await compareWithPlayed(path, played);
}

// This test records in real time, and no other test runs beside it. With the microphone three times as fast, a busy machine
// transcribes more slowly than sound arrives. Once 120 s of sound wait, the draft skips some of it.
test(
  'words appear while people speak, and go to the server with the recording',
  realTime,
  async ({ tab, product }) => {
    await collectMetadata(tab);
    const id = await startWithDraft(tab, product.url, 'Mitgelesen');
    await expect.poll(async () => (await textOf(tab)).toLowerCase()).toContain(firstWord);
    expect(await recordedS(tab)).toBeLessThan(leadS + played.spokenS);
    await recordFor(tab, Math.ceil(heardAllS));
    await expect.poll(async () => toldOf(await textOf(tab))).toBe(asSpoken);
    await button(tab, 'Fertig').click();
    await isOnServer(tab);
    // First the newest version of the text is the draft of the device, later the transcript that the server has made.
    await expect.poll(() => enginesOf(tab, id)).toContain('preview');
    await expect.poll(async () => (await enginesOf(tab, id))[0]).not.toBe('preview');
    const draft = await sentDraft(tab);
    expect(draft).toMatchObject({ engine: 'preview', model: 'fixture' });
    expect(toldOf(draft!.segments.map(({ text }) => text).join(' '))).toBe(asSpoken);
    expect(draft!.segments.every(({ words }) => words && words.length > 0)).toBe(true);
    expectWhole(await compare(tab, product.url, id));
  },
);

/** Lets a test end the preview worker in the middle of a window, with the event of a worker that crashes. */
const makeMortal = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.assign(globalThis, { kills: 0 });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...sent: [message: { method?: string }]) {
      Reflect.apply(postMessage, this, sent);
      const left = Reflect.get(globalThis, 'kills') as number;
      if (left === 0 || sent[0]?.method !== 'transcribe') return;
      Reflect.set(globalThis, 'kills', left - 1);
      this.terminate();
      queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error', { message: 'killed' })));
    };
  });
/** Ends the workers of the next `count` windows. */
const killAt = (page: Page, count: number): Promise<unknown> =>
  page.evaluate((kills) => Object.assign(globalThis, { kills }), count);
const killsLeft = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, 'kills'));

test(
  'a worker that is killed is started again; killed again, the draft stops, and the recording goes on',
  longRealTime,
  async ({ tab, product }) => {
    await makeMortal(tab);
    const id = await startWithDraft(tab, product.url, 'Abgestürzt');
    await expect.poll(() => textOf(tab)).not.toBe('');
    await killAt(tab, 1);
    const afterOne = await textOf(tab);
    await expect.poll(() => killsLeft(tab)).toBe(0);
    await expect.poll(() => textOf(tab)).not.toBe(afterOne);
    await expect(button(tab, 'Weiter mitschreiben')).toBeHidden();
    await killAt(tab, 2);
    await expect(button(tab, 'Weiter mitschreiben')).toBeVisible();
    await expect(panel(tab)).toContainText('Das Mitschreiben ist angehalten.');
    await expect(tab.getByText('Aufnahme läuft').first()).toBeVisible();
    const before = await textOf(tab);
    await button(tab, 'Weiter mitschreiben').click();
    await expect(button(tab, 'Weiter mitschreiben')).toBeHidden();
    await recordFor(tab, Math.ceil(heardAllS));
    await expect.poll(() => textOf(tab)).not.toBe(before);
    await expect.poll(async () => toldOf(await textOf(tab))).toBe(asSpoken);
    await button(tab, 'Fertig').click();
    await isOnServer(tab);
    expectWhole(await compare(tab, product.url, id));
  },
);

test(
  'a draft is written without a server, where a visit before has brought the model and has written none',
  longRealTime,
  async ({ tab, product }) => {
    await openNew(tab, product.url, 'Ohne Server');
    // The sound check brings the parts of a recording.
    await button(tab, 'Mikrofon einschalten').click();
    await expect(button(tab, 'Aufnahme starten')).toBeEnabled();
    await expect.poll(() => keptParts(tab)).toContainEqual(expect.stringContaining('lame-'));
    await tab.reload();
    await expect(offer(tab)).toBeChecked();
    for (const part of ['preview.worker-', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'])
      await expect.poll(() => keptParts(tab)).toContainEqual(expect.stringContaining(part));
    await product.kill();
    await button(tab, 'Mikrofon einschalten').click();
    await button(tab, 'Aufnahme starten').click();
    await expect(tab.getByText('Aufnahme läuft').first()).toBeVisible();
    await recordFor(tab, Math.ceil(heardAllS));
    await expect.poll(async () => toldOf(await textOf(tab))).toBe(asSpoken);
    await product.start();
    await button(tab, 'Fertig').click();
    await isOnServer(tab);
  },
);

test(
  'a dictation is written by the model, where the browser recognises nothing on the device',
  longRealTime,
  async ({ tab, product }) => {
    await collectMetadata(tab);
    await startWithDraft(tab, product.url, 'Diktat', 'dictation');
    await expect(tab.getByText('Es wird auf diesem Gerät mitgeschrieben.')).toBeVisible();
    await recordFor(tab, Math.ceil(heardAllS));
    const dictated = () => tab.getByRole('log', { name: 'Entwurf', exact: true }).innerText();
    await expect.poll(async () => toldOf(await dictated())).toBe(asSpoken);
    // Words that may still change are not kept; a later press adds them when they are firm.
    const keep = button(tab, 'Als Notizen behalten');
    await expect
      .poll(async () => {
        if (await keep.isEnabled()) await keep.click();
        return toldOf(await tab.getByLabel('Notizen').inputValue());
      })
      .toBe(asSpoken);
    await button(tab, 'Fertig').click();
    await isOnServer(tab);
    expect(await sentDraft(tab)).toMatchObject({ engine: 'preview', model: 'fixture' });
  },
);

type Tasks = { longestMs: number; count: number };
/** Counts the tasks of the page that take longer than 50 ms. */
const watchTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { longestMs: 0, count: 0 };
    Object.assign(globalThis, { seenTasks: seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        seen.longestMs = Math.max(seen.longestMs, Math.round(duration));
        seen.count += 1;
      }
    }).observe({ type: 'longtask' });
  });
const takeTasks = (page: Page): Promise<Tasks> =>
  page.evaluate(() => {
    const { seenTasks } = globalThis as unknown as { seenTasks: Tasks };
    const taken = { ...seenTasks };
    Object.assign(seenTasks, { longestMs: 0, count: 0 });
    return taken;
  });

test(
  'with a page six times slower a draft loses nothing of the recording',
  longRealTime,
  async ({ tab, product }) => {
    const id = await startWithDraft(tab, product.url, 'Langsam');
    const cdp = await tab.context().newCDPSession(tab);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await watchTasks(tab);
    await recordFor(tab, leadS - 2);
    const atStart = await takeTasks(tab);
    await recordFor(tab, Math.ceil(leadS + played.spokenS / 2));
    expect(await textOf(tab)).not.toBe('');
    const withDraft = await takeTasks(tab);
    await panel(tab).getByText('Mitschreiben', { exact: true }).click();
    await expect(panel(tab)).toContainText('Das Mitschreiben ist ausgeschaltet.');
    await takeTasks(tab);
    await recordFor(tab, Math.ceil(heardAllS));
    const without = await takeTasks(tab);
    const told = ({ longestMs, count }: Tasks) => `longest ${longestMs} ms, ${count} over 50 ms`;
    // oxlint-disable-next-line no-console
    console.log(
      `tasks at a sixth of the speed: until somebody speaks ${told(atStart)}; with a draft ${told(withDraft)}; without ${told(without)}`,
    );
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await button(tab, 'Fertig').click();
    await isOnServer(tab);
    expectWhole(await compare(tab, product.url, id));
  },
);
