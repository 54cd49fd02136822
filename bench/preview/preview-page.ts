import { createDraftSound } from '#wasm/live/draft-sound.ts';
import { createDraft } from '#wasm/transcription/draft-text.ts';
import { modelSampleRate } from '#wasm/transcription/log-mel.ts';
import { noise } from '#wasm/testing/signals.ts';
import { loadKernel } from '#workers/kernel.ts';
import { toPcm16 } from '#wasm/transcription/pcm16.ts';
import { openPreview, type Preview } from '#workers/preview/preview.client.ts';
import type { PreviewBackend, PreviewLoaded, PreviewModel } from '#workers/preview/preview.contract.ts';
import { fixtureSound } from '#workers/testing/fixture-model.ts';
import type { Heard, LiveDraft, Task, Timed } from './preview-task.ts';

const windowS = 27;
const sound = noise(-20, windowS, modelSampleRate);
let listen: (() => Promise<Timed>) | undefined;

async function openOurs({ model, threads }: Task): Promise<() => Promise<Timed>> {
  const preview = openPreview({ model, threads });
  await preview.load();
  return async () => {
    const samples = Int16Array.from(sound, (sample) => sample * 32_767);
    const startedAt = performance.now();
    const segments = await preview.transcribe({
      samples,
      startS: 0,
      speech: [[0, windowS]],
      language: 'de',
    });
    if (segments.length === 0) throw new Error('A window has no text.');
    return { ms: performance.now() - startedAt };
  };
}

/** Opens a recogniser in a worker of the bench. The worker answers its first message when it is loaded. */
async function openPeer(worker: Worker, task: Task): Promise<() => Promise<Timed>> {
  const ask = (message: unknown) =>
    new Promise<Timed>((resolve, reject) => {
      const onMessage = ({ data }: MessageEvent<Timed | { failure: string }>) =>
        'failure' in data ? reject(new Error(data.failure)) : resolve(data);
      worker.addEventListener('message', onMessage, { once: true });
      worker.addEventListener('error', ({ message: why }) => reject(new Error(why)), { once: true });
      worker.postMessage(message);
    });
  await ask(task);
  return () => ask(sound);
}

/** Loads a recogniser, and runs it once to warm it up. `preview.ts` calls this function. */
async function open(task: Task): Promise<void> {
  const workers = {
    bare: () => new Worker(new URL('./bare.worker.ts', import.meta.url), { type: 'module' }),
    library: () => new Worker(new URL('./library.worker.ts', import.meta.url), { type: 'module' }),
  };
  listen = task.kind === 'ours' ? await openOurs(task) : await openPeer(workers[task.kind](), task);
  await listen();
}

async function run(): Promise<Timed> {
  if (!listen) throw new Error('Nothing was opened.');
  return await listen();
}

/** Writes a draft of the fixture's conversation as it is heard, in real time. */
async function draft(model: PreviewModel): Promise<LiveDraft> {
  const [kernel, samples] = await Promise.all([loadKernel(), fixtureSound('de_conversation.wav')]);
  using preview = openPreview({ model });
  await preview.load();
  const live = createDraftSound({ detect: kernel.createDetect(), maxS: model.chunkLengthS });
  const text = createDraft();
  let firstWordsS = Infinity;
  let segments: { text: string }[] = [];
  const blockSamples = modelSampleRate / 4;
  const startedAt = performance.now();
  const heardS = () => (performance.now() - startedAt) / 1000;
  const write = async () => {
    for (let window = live.next(); window; window = live.next()) {
      const { span, isFinal, speech, samples: part } = window;
      const heard = await preview.transcribe({ samples: part, startS: span[0], speech, language: 'de' });
      const now = text.hear(heard, isFinal);
      segments = now.segments;
      if (now.segments.length + now.rest.length > 0) firstWordsS = Math.min(firstWordsS, heardS());
    }
  };
  let writing = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    let at = 0;
    const timer = setInterval(async () => {
      try {
        const block = samples.slice(at, at + blockSamples);
        at += blockSamples;
        if (block.length === 0) {
          clearInterval(timer);
          return resolve();
        }
        await live.push(block);
        writing = writing.then(write);
        await writing;
      } catch (error) {
        reject(error);
      }
    }, 250);
  });
  live.end();
  await writing.then(write);
  return {
    firstWordsS,
    text: segments.map((segment) => segment.text).join(' '),
    skipped: live.skipped.length,
  };
}

let preview: Preview | undefined;
let loaded: PreviewLoaded | undefined;

/** Loads a model on the processor or the graphics card. `graphics-card.ts` calls this function in the page. */
async function load({ model, backend }: { model: PreviewModel; backend: PreviewBackend }): Promise<void> {
  preview?.[Symbol.dispose]();
  preview = openPreview({ model, backend, onBackend: (next) => (loaded = next) });
  await preview.load();
}

/** Transcribes the first sentence of a recording of the fixture with the loaded model. */
async function hear(): Promise<Heard> {
  const samples = toPcm16((await fixtureSound('de_1.wav')).slice(0, 3 * modelSampleRate));
  const startedAt = performance.now();
  const endS = samples.length / modelSampleRate;
  const segments = await preview!.transcribe({ samples, startS: 0, speech: [[0, endS]], language: 'de' });
  const { backend, backendReason } = loaded!;
  const text = segments.map((segment) => segment.text).join(' ');
  return { backend, backendReason, ms: performance.now() - startedAt, text };
}

Object.assign(globalThis, { open, run, draft, load, hear });
