import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createRecovery, type Recovery } from '#web/features/recording/recovery/recovery.state.ts';
import { createFakeDevices, createFakeMonitors } from '#web/features/recording/capture/capture-doubles.ts';
import type { MicrophoneCaptureInput } from '#web/features/recording/capture/microphone-capture.ts';
import { draft, quickTimings, soundOf } from '#web/features/recording/recording-doubles.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import type { KeptRecording, Recording } from '#web/features/recording/state/recording.rules.ts';
import { createRecording } from '#web/features/recording/recording.state.ts';
import { noise } from '#wasm/testing/signals.ts';
import { createMp3Encoder } from '#workers/recorder/mp3-stream.ts';
import { createRecorderHost } from '#workers/recorder/recorder-host.ts';
import { openRecorder } from '#workers/recorder/recorder.client.ts';
import type { SendTimings } from '#workers/send/send.contract.ts';
import { announceBlocks, type AnnouncedBlocks } from '#workers/testing/announced-blocks.ts';
import { createMemoryStore } from '#workers/store/memory-store.ts';
import { openOpfsStore } from '#workers/store/opfs-store.ts';
import { createFakeWorker } from './fake-worker.ts';
import { createLocks } from './locks.ts';
import { createPrivateFiles } from './private-files.ts';
import type { Person, Connection } from './server.ts';
import { settings, type Truth } from './truth.ts';
import { createVisit, currentVisit, within, type Visit } from './visit.ts';

const sendTimings: SendTimings = {
  retryDelaysMs: [1, 1, 1, 1],
  pausesMs: [3],
  settledAfterMs: 3,
  progressEveryMs: 1,
  partEveryMs: 2,
  stalledAfterMs: 5_000,
};
const lame = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
const encoderModule = readFile(lame).then((bytes) => WebAssembly.compile(bytes));

/** Length after which a recording goes on in another one, s. It is so short that this happens within a test. */
export const longestS = 4;

let seed = 1;
/** Returns sound that never repeats, so that the bytes identify each frame. */
const sound = (seconds: number): Float32Array<ArrayBuffer> => {
  const mono = noise(-20, seconds, settings.sampleRate, ++seed);
  const stereo = new Float32Array(mono.length * 2);
  for (let at = 0; at < mono.length; at++) stereo[at * 2] = stereo[at * 2 + 1] = mono[at]!;
  return stereo;
};

type DeviceOptions = { name: string; isPrivate: boolean; person: Person; truth: Truth };
export type Device = ReturnType<typeof createDevice>;
export type Tab = {
  visit: Visit;
  recording: Recording | null;
  kept: KeptRecording | null;
  sessionId: string | null;
  /** Ids of the recordings that this tab has begun or continued. */
  began: string[];
  recovery: Recovery;
  say(seconds: number): void;
  record(sessionId: string | null, kept: KeptRecording | null): Recording;
};

/** A browser profile with storage, connection and tabs. `isPrivate`: what a tab stores is deleted when it ends. */
export function createDevice({ name, isPrivate, person, truth }: DeviceOptions) {
  const files = createPrivateFiles();
  const locks = createLocks();
  const connection: Connection = { isOffline: false, lostAnswers: 0, isSignedIn: true };
  const server = person.port(connection);
  const online = { isOnline: () => !connection.isOffline, listen: () => () => {} };
  let tabs = 0;

  function openTab(): Tab {
    const visit = createVisit(`${name}, tab ${++tabs}`);
    const open: RecordingDeps['openRecorder'] = (options) => {
      const life = createVisit(`${visit.name}, recorder`);
      visit.onKill(() => life.kill());
      const host = within(life, () =>
        createRecorderHost({
          async openStore() {
            const store = isPrivate ? createMemoryStore() : await openOpfsStore();
            return truth.watchStore(store, !isPrivate);
          },
          loadEncoder: async () => createMp3Encoder(await encoderModule),
          isPersistent: async () => true,
          crash: () => {},
          transport: truth.watchTransport(aliveOnly(life, person.transport(connection))),
          online,
        }),
      );
      life.onKill(() => host[Symbol.dispose]());
      const recorder = openRecorder({ ...options, timings: sendTimings }, createFakeWorker(host, life));
      const begins = async (begun: ReturnType<typeof recorder.start>) => {
        const record = await begun;
        tab.began.push(record.id);
        return record;
      };
      return {
        ...recorder,
        start: (from) => begins(recorder.start(from)),
        goOn: (id) => begins(recorder.goOn(id)),
        throwAway(id, options) {
          return truth.throwAway(id, recorder.throwAway(id, options));
        },
      };
    };
    let microphoneSound: AnnouncedBlocks | null = null;
    const common = {
      userId: 'anna',
      longestS,
      largestBytes: 150_000_000,
      timings: quickTimings,
      server: aliveServer(visit, server),
      openRecorder: open,
      analyse: async () => soundOf(60),
      report: () => {},
      onFailure: () => {},
    };
    const recordingDeps = (sessionId: string | null, kept: KeptRecording | null): RecordingDeps => ({
      ...common,
      session: { id: sessionId, draft, notes: { text: '', rev: 0 } },
      mode: 'record',
      settings,
      kept,
      openMonitor: createFakeMonitors().openMonitor,
      draft: null,
      async openCapture(input: MicrophoneCaptureInput) {
        microphoneSound = announceBlocks(input.pcm, settings.sampleRate);
        const microphone = { id: 'default', label: 'Mikrofon', isMuted: false };
        return {
          sampleRate: settings.sampleRate,
          microphone: () => microphone,
          track: () => null,
          use: async () => microphone,
          addSystemAudio: async () => false,
          removeSystemAudio() {},
          wake() {},
          feed(port) {
            microphoneSound = announceBlocks(port, settings.sampleRate);
          },
          flush: () => microphoneSound?.end(),
          [Symbol.dispose]() {
            microphoneSound = null;
          },
        };
      },
      devices: createFakeDevices([{ id: 'default', label: 'Mikrofon' }]),
      persist: async () => true,
      keepAwake: () => ({ [Symbol.dispose]() {} }),
      controls: () => ({ setPaused() {}, [Symbol.dispose]() {} }),
      page: { isHidden: () => false, onVisibility: () => () => {}, guardLeaving: () => () => {} },
    });
    const tab: Tab = {
      visit,
      recording: null,
      kept: null,
      sessionId: null,
      began: [],
      recovery: within(visit, () =>
        createRecovery({ ...common, formerIds: [], guardLeaving: () => () => {} }),
      ),
      say(seconds) {
        const stereo = sound(seconds);
        const step = 2_048 * 2;
        for (let at = 0; at < stereo.length; at += step) microphoneSound?.push(stereo.slice(at, at + step));
      },
      record(sessionId, kept) {
        tab.recording?.[Symbol.dispose]();
        tab.recording = within(visit, () => createRecording(recordingDeps(sessionId, kept)));
        Object.assign(tab, { sessionId, kept, began: [] });
        return tab.recording;
      },
    };
    return tab;
  }

  return { name, isPrivate, files, locks, connection, openTab };
}

/** The server may still handle a request of a killed tab, but the answer never arrives. */
const aliveOnly =
  (life: Visit, transport: ReturnType<Person['transport']>): ReturnType<Person['transport']> =>
  async (request) => {
    if (!life.isAlive) return await new Promise(() => {});
    const answer = await transport(request);
    return life.isAlive ? answer : await new Promise(() => {});
  };

const aliveServer = (visit: Visit, server: RecordingDeps['server']): RecordingDeps['server'] => {
  const alive =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (!visit.isAlive) return await new Promise(() => {});
      try {
        const result = await act(...args);
        return visit.isAlive ? result : await new Promise(() => {});
      } catch (error) {
        if (!visit.isAlive) return await new Promise(() => {});
        throw error;
      }
    };
  return {
    ...server,
    createSession: alive(server.createSession),
    describeSession: alive(server.describeSession),
    saveNotes: alive(server.saveNotes),
    putDraft: alive(server.putDraft),
    complete: alive(server.complete),
  };
};

/** All tabs share one `navigator` in Node. Makes parts of it those of the tab that runs (`currentVisit`). */
export function installNavigator(deviceOf: (visit: Visit) => Device): void {
  const device = () => deviceOf(currentVisit());
  Object.defineProperty(globalThis.navigator, 'locks', {
    configurable: true,
    get: () => device().locks,
  });
  Object.defineProperty(globalThis.navigator, 'storage', {
    configurable: true,
    get: () => device().files,
  });
}

export function uninstallNavigator(): void {
  for (const key of ['locks', 'storage'] as const)
    delete (globalThis.navigator as Partial<Record<typeof key, unknown>>)[key];
}
