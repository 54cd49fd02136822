import { commands } from 'vitest/browser';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerWindows } from '#api/testing/engine/server-windows.ts';
import { modelSampleRate } from '#wasm/transcription/log-mel.ts';
import { toPcm16 } from '#wasm/transcription/pcm16.ts';
import { noise } from '#wasm/testing/signals.ts';
import { fixtureModel, fixtureSound } from '#workers/testing/fixture-model.ts';
import { firstOrAll } from '#workers/testing/recordings.ts';
import { previewRequestsChannel } from '#workers/testing/double-channel.ts';
import type { PoorDevice, PreviewRequests } from '#workers/testing/preview.worker.ts';
import { openPreview, thisDevice, type Preview } from './preview.client.ts';
import type { PreviewModel, PreviewWindow } from './preview.contract.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    windowsByServer(file: string): Promise<ServerWindows>;
  }
}

function open(
  options: { model?: PreviewModel; threads?: number; idleMs?: number } = {},
  poor: PoorDevice | null = null,
): Preview {
  const startWorker = () =>
    new Worker(new URL('../testing/preview.worker.ts', import.meta.url), {
      type: 'module',
      name: JSON.stringify(poor),
    });
  const device = poor ? { ...thisDevice, startWorker } : thisDevice;
  const preview = openPreview({ model: fixtureModel(), ...options }, device);
  onTestFinished(() => preview[Symbol.dispose]());
  return preview;
}

/** Returns the addresses that the worker of a poor device asked for. */
async function requestsOfWorker(): Promise<PreviewRequests> {
  const channel = new BroadcastChannel(previewRequestsChannel);
  const answer = new Promise<PreviewRequests>((resolve) =>
    channel.addEventListener('message', ({ data }) => resolve(data as PreviewRequests), { once: true }),
  );
  channel.postMessage('ask');
  const requests = await answer;
  channel.close();
  return requests;
}

const windowOf = (samples: Float32Array, fields: Partial<PreviewWindow> = {}): PreviewWindow => ({
  samples: toPcm16(samples),
  startS: 0,
  speech: [[0, samples.length / modelSampleRate]],
  language: 'de',
  ...fields,
});
const textOf = (segments: readonly { text: string }[]) => segments.map(({ text }) => text).join(' ');

/** Difference of two figures, which are rounded to a thousandth. */
const thousandths = (one: number, other: number) => Math.round(Math.abs(one - other) * 1000);
// Levels are measured, and times of words found, in frames of this length, ms.
const frameMs = 20;

describe('a recording that the device transcribes', () => {
  const spoken = ['de_conversation.wav', 'fr_1.wav', 'en_1.wav', 'it_1.wav', 'de_1.wav'];
  it.each(firstOrAll(spoken, 2))(
    'has the same text, times and confidences as by the server: %s',
    async (file) => {
      const { language, speech, windows } = await commands.windowsByServer(file);
      expect(windows.length).toBeGreaterThan(0);
      const sound = await fixtureSound(file);
      const preview = open();
      const edges: number[] = [];
      for (const { startS, endS, segments: expected } of windows) {
        const [from, to] = [startS, endS].map((atS) => Math.round(atS * modelSampleRate));
        const segments = await preview.transcribe(
          windowOf(sound.subarray(from, to), { startS, speech, language }),
        );
        expect(textOf(segments)).toBe(textOf(expected));
        expect(segments.map(({ doubt }) => doubt)).toEqual(expected.map(({ doubt }) => doubt));
        const words = segments.flatMap((segment) => segment.words);
        const byServer = expected.flatMap((segment) => segment.words);
        expect(words.map(({ text }) => text)).toEqual(byServer.map(({ text }) => text));
        for (const [index, word] of words.entries()) {
          const other = byServer[index]!;
          edges.push(thousandths(word.start, other.start), thousandths(word.end, other.end));
          expect(thousandths(word.confidence, other.confidence)).toBeLessThanOrEqual(1);
        }
      }
      // The runtimes round differently. Where two times are nearly equally likely, the model may choose the other one.
      const far = edges.filter((ms) => ms > frameMs);
      expect(far.length).toBeLessThanOrEqual(edges.length / 50);
      expect(Math.max(...edges)).toBeLessThanOrEqual(5 * frameMs);
    },
  );

  it('has the same text with one thread', async () => {
    expect(globalThis.crossOriginIsolated).toBe(true);
    const sound = await fixtureSound('de_1.wav');
    const [one, two] = [open({ threads: 1 }), open({ threads: 2 })];
    const alone = await one.transcribe(windowOf(sound));
    expect(textOf(alone)).not.toBe('');
    expect(await two.transcribe(windowOf(sound))).toEqual(alone);
  });

  it('has its times counted from the start of the recording', async () => {
    const sound = await fixtureSound('de_1.wav');
    const preview = open();
    const [first] = await preview.transcribe(windowOf(sound));
    const [later] = await preview.transcribe(windowOf(sound, { startS: 100, speech: [[100, 106]] }));
    expect(later?.text).toBe(first?.text);
    expect(later!.start - first!.start).toBeCloseTo(100, 2);
  });

  it('has no word where nobody speaks', async () => {
    const preview = open();
    const silence = await preview.transcribe(windowOf(new Float32Array(5 * modelSampleRate)));
    const hiss = await preview.transcribe(windowOf(noise(-40, 5, modelSampleRate), { speech: [] }));
    expect([silence, hiss]).toEqual([[], []]);
  });
});

describe('the recogniser of the device', () => {
  it('transcribes windows in the order of the calls', async () => {
    const preview = open();
    const sounds = await Promise.all(['de_1.wav', 'en_1.wav'].map(fixtureSound));
    const done: string[] = [];
    const texts = await Promise.all(
      ['de', 'en'].map(async (language, index) => {
        const text = textOf(await preview.transcribe(windowOf(sounds[index]!, { language })));
        done.push(language);
        return text;
      }),
    );
    expect(done).toEqual(['de', 'en']);
    expect(texts[1]).toContain('headache');
  });

  it('frees the memory of its model when it was idle, and loads it again for the next window', async () => {
    const preview = open({ idleMs: 20 });
    await preview.load();
    expect(preview.isLoaded).toBe(true);
    await expect.poll(() => preview.isLoaded).toBe(false);
    const sound = await fixtureSound('de_1.wav');
    expect(textOf(await preview.transcribe(windowOf(sound)))).not.toBe('');
  });

  it('says that a file of its model is not there, and works when it is there again', async () => {
    const model = fixtureModel();
    const files = model.files.map((file) => ({ ...file, sha256: file.sha256.replace(/^./, 'f') }));
    const broken = { ...model, files };
    const preview = open({ model: broken });
    await expect(preview.load()).rejects.toMatchObject({ code: 'preview.model_missing' });
    expect(preview.isLoaded).toBe(false);
    broken.files = [...model.files] as typeof files;
    await preview.load();
    expect(preview.isLoaded).toBe(true);
  });

  it('says that its model is damaged', async () => {
    const model = fixtureModel();
    const { bytes, sha256 } = model.files.find(({ path }) => path === 'config.json')!;
    const files = model.files.map((file) =>
      file.path.endsWith('.onnx') ? { ...file, bytes, sha256 } : file,
    );
    const preview = open({ model: { ...model, files } });
    await expect(preview.load()).rejects.toMatchObject({ code: 'preview.engine_failed' });
    expect(preview.isLoaded).toBe(false);
  });

  it('says that the device has too little memory', async () => {
    const maxPages = 300;
    const preview = open({ threads: 1 }, { maxPages });
    await expect(preview.load()).rejects.toMatchObject({ code: 'preview.memory_full' });
    expect(preview.isLoaded).toBe(false);
  });

  it('says that the server does not have the runtime', async () => {
    const preview = open({}, { isUnserved: true });
    await expect(preview.load()).rejects.toMatchObject({ code: 'worker.part_missing' });
    expect(preview.isLoaded).toBe(false);
  });

  it('asks our own server alone, and once for each file of its model', async () => {
    const model = fixtureModel();
    const preview = open({ model }, {});
    await preview.load();
    await preview.transcribe(windowOf(await fixtureSound('de_1.wav')));
    const { fetched, loaded } = await requestsOfWorker();
    const origins = [...fetched, ...loaded].map((address) => new URL(address).origin);
    expect(new Set(origins)).toEqual(new Set([location.origin]));
    const used = model.files.filter(({ path }) => path !== 'preprocessor_config.json');
    const asked = fetched.filter((address) => address.includes('/models/'));
    expect(asked.toSorted()).toEqual(
      used.map(({ sha256 }) => `${location.origin}/models/${sha256}`).toSorted(),
    );
  });

  it('refuses a window that is longer than its model takes', async () => {
    const tooLong = windowOf(new Float32Array(11 * modelSampleRate));
    await expect(open().transcribe(tooLong)).rejects.toMatchObject({ code: 'preview.engine_failed' });
  });

  it('ends with an abort, also while it loads', async () => {
    const preview = open();
    const loading = preview.load();
    preview[Symbol.dispose]();
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    await expect(preview.load()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
