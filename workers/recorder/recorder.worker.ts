import { serve, WorkerError } from '#workers/rpc.ts';
import { openPieceStore } from '#workers/store/open-store.ts';
import type { PieceStore } from '#workers/store/piece-store.ts';
import { createDigest, finishAsItLies } from './digest.ts';
import { loadMp3Encoder } from './load-encoder.ts';
import { openPcmInput, type PcmInput } from './pcm-input.ts';
import { createRecorderCore, type RecorderCore } from './recorder.ts';
import type { MonitorMessage, RecorderContract, RecorderEvent } from './recorder.contract.ts';
import { createSendings, type Sendings } from './sendings.ts';
import { createShelf, type Shelf } from './shelf.ts';
import { createThrottle } from './throttle.ts';

const progressEveryMs = 100;

/** Set by `open`. */
type Opened = { store: PieceStore; shelf: Shelf; sendings: Sendings; core(): Promise<RecorderCore> };
let opened: Opened | null = null;
let runningCore: RecorderCore | null = null;
let input: PcmInput | null = null;
let monitor: MessagePort | null = null;
let emit: (event: RecorderEvent) => void = () => {};

let lastAsk = 0;
const asked = new Map<number, (headers: Record<string, string>) => void>();

const theOpened = (): Opened => {
  if (!opened) throw new WorkerError('worker.failed', 'not opened');
  return opened;
};

/** An error that nobody waits for ends the worker's good name: the page is told that it crashed. */
const crash = (error: unknown) => {
  setTimeout(() => {
    throw error;
  });
};

function headers(refused?: Record<string, string>): Promise<Record<string, string>> {
  const ask = ++lastAsk;
  const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
  asked.set(ask, resolve);
  emit({ type: 'headers', ask, ...(refused ? { refused } : {}) });
  return promise;
}

const toMonitor = (message: MonitorMessage) =>
  monitor?.postMessage(message, 'samples' in message ? [message.samples.buffer] : []);

function endMonitor(): void {
  toMonitor({ type: 'end' });
  monitor = null;
}

async function open({ timings, longestS, largestBytes }: RecorderContract['open']['input']): Promise<Opened> {
  const store = await openPieceStore();
  const shelf = createShelf(store);
  const sendings = createSendings({
    ...{ timings, headers },
    askSession: (id, draft) => emit({ type: 'session', id, draft }),
    onState: (id, send) => emit({ type: 'send', id, send }),
    onEnd: (id, code) => emit({ type: 'sent', id, code }),
  });
  const progress = createThrottle<RecorderEvent>(progressEveryMs, (event) => emit(event));
  let overflow: number | null = null;
  const tellOverflow = (id: string) => {
    const bytes = shelf.get(id)?.file.overflowBytes || null;
    if (bytes === overflow) return;
    overflow = bytes;
    emit({ type: 'overflow', memoryBytes: bytes });
  };
  const createCore = async () =>
    createRecorderCore({
      longest: { longestS, largestBytes },
      encoder: await loadMp3Encoder(),
      digest: await createDigest(),
      async create(record) {
        const { file, source } = await shelf.create(record);
        sendings.begin(record.id, file, source);
        return file;
      },
      onEvent: (event) => (event.type === 'progress' ? progress(event) : emit(event)),
      onStored(id) {
        shelf.get(id)?.source.grew();
        tellOverflow(id);
      },
      onFinished: (id) => shelf.get(id)?.source.finalise(),
      onFailure: crash,
      newId: () => crypto.randomUUID(),
      nowMs: () => Date.now(),
    });
  let coming: Promise<RecorderCore> | null = null;
  const core = async () => {
    try {
      return (runningCore = await (coming ??= createCore()));
    } catch (error) {
      coming = null;
      throw new WorkerError('capture.failed', `The encoder cannot be loaded: ${String(error)}`);
    }
  };
  // Without it kept recordings can still be sent.
  await core().catch(() => {});
  return { store, shelf, sendings, core };
}

serve<RecorderContract>({
  async open(facts) {
    opened ??= await open(facts);
    const { store } = opened;
    const [freeBytes, isPersistent] = await Promise.all([
      store.freeBytes(),
      navigator.storage.persisted().catch(() => false),
    ]);
    return { kind: store.kind, freeBytes, isPersistent };
  },
  watch: (_, context) => {
    emit = context.emit;
    return new Promise<never>(() => {});
  },
  list: ({ userId }) => theOpened().shelf.list(userId),
  async attach({ pcm, sampleRate, monitor: port }) {
    const core = await theOpened().core();
    await input?.ended();
    input?.[Symbol.dispose]();
    endMonitor();
    monitor = port;
    core.listen(sampleRate);
    input = openPcmInput(pcm, (block) => core.push(block, toMonitor));
    return undefined;
  },
  async start(recording) {
    const { core, shelf } = theOpened();
    const ready = await core();
    return await shelf.holdingSession(recording.sessionId, () => ready.start(recording));
  },
  async goOn({ id }) {
    const { core, shelf, sendings } = theOpened();
    const ready = await core();
    if (ready.current) throw new WorkerError('recording.elsewhere');
    return await shelf.taking(id, async ({ file, source, writtenAtMs }) => {
      const record = await ready.goOn(file, writtenAtMs);
      sendings.begin(id, file, source);
      return record;
    });
  },
  pause: () => runningCore?.pause() as undefined,
  resume: () => runningCore?.resume() as undefined,
  setRollover: ({ isOn }) => runningCore?.setRollover(isOn) as undefined,
  async annotate({ id, markers, notes, dictated }) {
    await theOpened().shelf.with(id, (file) =>
      file.update({
        ...(markers && { markers }),
        ...(notes !== undefined && { notes }),
        ...(dictated && { dictated }),
      }),
    );
    return undefined;
  },
  async finish() {
    const core = await theOpened().core();
    if (!core.current) throw new WorkerError('recording.not_kept');
    await input?.ended();
    const finishing = core.finish();
    endMonitor();
    return await finishing;
  },
  async deliver({ id }) {
    const { shelf, sendings } = theOpened();
    if (runningCore?.current === id) throw new WorkerError('recording.elsewhere');
    return await shelf.taking(id, async ({ file, source }) => {
      const finished = await finishAsItLies(file);
      source.finalise();
      sendings.begin(id, file, source);
      return finished;
    });
  },
  async sendAnew({ id, sessionId }) {
    await theOpened().sendings.sendAnew(id, sessionId);
    return undefined;
  },
  sound: ({ id, seconds }) => theOpened().shelf.sound(id, seconds),
  giveHeaders({ ask, headers: given }) {
    asked.get(ask)?.(given);
    asked.delete(ask);
    return undefined;
  },
  async giveSession({ id, sessionId }) {
    await theOpened().sendings.giveSession(id, sessionId);
    return undefined;
  },
  retryNow: () => theOpened().sendings.retryNow() as undefined,
  stopSending: () => theOpened().sendings.stop() as undefined,
  resumeSending: () => theOpened().sendings.resume() as undefined,
  async remove({ id }) {
    const { shelf, sendings } = theOpened();
    if (runningCore?.current === id) {
      runningCore.drop();
      endMonitor();
    }
    sendings.end(id);
    await shelf.remove(id);
    return undefined;
  },
});
