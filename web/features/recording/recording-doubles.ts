/** Test doubles of everything that a recording needs: devices, workers, server, clock. */
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import { WorkerError } from '#workers/rpc.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Recorder, RecorderNews, RecorderOptions } from '#workers/recorder/recorder.client.ts';
import {
  contentOf,
  type Finished,
  type KeptRecording,
  type RecordingRecord,
  type SplitOff,
} from '#workers/recorder/recorder.contract.ts';
import { analysisOf } from '#web/testing/analysis-fixture.ts';
import { createFakeDevices, createFakeCaptures, createFakeMonitors } from './capture/capture-doubles.ts';
import { serverOfSignedIn } from './server/server-double.ts';
import type { NotesAnswer } from './server/server-port.ts';
import type { SentDraft } from '#web/parts/draft/sent-draft.rules.ts';
import type { SessionWords } from './state/recording.rules.ts';
import type { SendingReport } from '#web/features/network/index.ts';
import type { RecordingDeps } from './recording-deps.ts';

export const quickTimings: RecordingDeps['timings'] = {
  annotateAfterMs: 1,
  draftEveryMs: 1,
  draftPatienceMs: 50,
  sendDraftMs: 2,
  notesAfterMs: 1,
  notesPatienceMs: 20,
  notesAgainMs: 5,
  completeAgainMs: [1, 2],
  fallbackAfterMs: 5,
  mutedAfterMs: 5,
  suspendedAfterMs: 1,
  monitorPatienceMs: 50,
  lookForSignInMs: 2,
};

export const draft = {
  title: 'Sitzung',
  language: 'de' as const,
  participants: null,
  fhir_patient_id: null,
  settings: {},
};

export const recordOf = (change: Partial<RecordingRecord> = {}): RecordingRecord => ({
  version: 1,
  id: 'r1',
  userId: 'anna',
  sessionId: 's1',
  session: draft,
  part: 1,
  mode: 'record',
  startedAtMs: Date.parse('2026-11-20T09:00:00Z'),
  settings: { sampleRate: 24_000, bitrate: 64 },
  takes: [{ bytes: 0, at: 0, lostMs: null }],
  markers: [],
  notes: '',
  dictated: [],
  finished: null,
  uploadUrl: null,
  ...change,
});

export const keptOf = (change: Partial<RecordingRecord> = {}): KeptRecording => ({
  record: recordOf(change),
  bytes: 80_000,
  durationS: 10,
  writtenAtMs: 0,
});

/** Creates a device whose storage outlives its recorders. */
function createFakeDevice() {
  const stored = new Map<string, { record: RecordingRecord; durationS: number }>();
  const log: string[] = [];
  const opened: FakeRecorder[] = [];
  /** Answers of the next calls of `splitOff`, in their order. */
  const splits: SplitOff[] = [];
  let lastId = 0;

  function openRecorder(options: Pick<RecorderOptions, 'headers' | 'session'>): FakeRecorder {
    const listeners = new Set<(event: RecorderNews) => void>();
    let current: string | null = null;
    let isDead = false;
    const of = (id: string | null) => {
      const found = id === null ? undefined : stored.get(id);
      if (isDead) throw new DOMException('The worker was ended.', 'AbortError');
      if (!found) throw new WorkerError('recording.not_kept');
      return found;
    };
    const finishedOf = (id: string): Finished => {
      const { durationS } = of(id);
      if (durationS === 0) throw new WorkerError('recording.no_audio');
      return { id, durationS, bytes: durationS * 8_000, sha256: id.padEnd(64, '0') };
    };
    const end = (id: string): Finished => {
      const finished = finishedOf(id);
      const { bytes, durationS: duration, sha256 } = finished;
      of(id).record.finished = { bytes, duration, sha256 };
      return finished;
    };
    const mustBeSeen = (id: string, seen?: readonly string[]): void => {
      const found = stored.get(id)?.record;
      if (found && seen && !seen.includes(contentOf(found))) throw new WorkerError('recording.elsewhere');
    };
    const note =
      <A extends unknown[], R>(name: string, act: (...args: A) => R) =>
      async (...args: A): Promise<R> => {
        log.push(name);
        return act(...args);
      };
    const recorder: FakeRecorder = {
      options,
      storage: Promise.resolve({ kind: 'opfs', freeBytes: 1_000_000_000, isPersistent: false }),
      emit(event) {
        for (const listener of listeners) listener(event);
      },
      current: () => current,
      record(seconds) {
        const found = of(current);
        found.durationS += seconds;
        const { durationS } = found;
        recorder.emit({
          type: 'progress',
          id: found.record.id,
          positionS: durationS,
          storedS: durationS,
          bytes: durationS * 8_000,
        });
      },
      roll() {
        const finished = end(current ?? '');
        const { record } = of(current);
        const next = recordOf({
          id: `r${++lastId}`,
          sessionId: null,
          part: record.part + 1,
          session: { ...record.session, title: `${draft.title} (${record.part + 1})` },
        });
        stored.set(next.id, { record: next, durationS: 0 });
        current = next.id;
        recorder.emit({ type: 'rolled', finished, next: structuredClone(next) });
        return finished.id;
      },
      onEvent(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      list: note('list', (userId, formerIds = []) =>
        [...stored.values()]
          .filter(({ record }) => [userId, ...formerIds].includes(record.userId))
          .map(({ record, durationS }) => ({ ...keptOf(), record: structuredClone(record), durationS })),
      ),
      attach: note('attach', () => undefined),
      start: note('start', (recording) => {
        const record = recordOf({ ...structuredClone(recording), id: `r${++lastId}` });
        stored.set(record.id, { record, durationS: 0 });
        current = record.id;
        return structuredClone(record);
      }),
      goOn: note('goOn', (id) => {
        const { record, durationS } = of(id);
        record.takes = [...record.takes, { bytes: durationS * 8_000, at: durationS, lostMs: null }];
        current = id;
        return structuredClone(record);
      }),
      pause: note('pause', () => undefined),
      resume: note('resume', () => undefined),
      setRollover: note('setRollover', () => undefined),
      annotate: note('annotate', ({ id, ...change }) => {
        Object.assign(of(id).record, structuredClone(change));
        return { isStored: true };
      }),
      finish: note('finish', () => {
        const id = current ?? '';
        current = null;
        return end(id);
      }),
      deliver: note('deliver', (id, seen) => {
        mustBeSeen(id, seen);
        return end(id);
      }),
      sendAnew: note('sendAnew', (id, sessionId) => {
        if (sessionId) of(id).record.sessionId = sessionId;
        log.push(`anew ${sessionId ?? ''}`.trim());
      }),
      sound: note('sound', () => new Blob(['mp3'])),
      splitOff: note('splitOff', (id) => splits.shift() ?? { is: 'same' as const, uploadId: `up-${id}` }),
      remove: note('remove', (id, seen) => {
        mustBeSeen(id, seen);
        stored.delete(id);
      }),
      throwAway: note('throwAway', (id, { keepsNotes }) => {
        const before = stored.get(id)?.record;
        if (before && keepsNotes && before.notes !== '') {
          const { notes, sessionId } = before;
          stored.set(`${id}-notes`, {
            record: recordOf({ id: `${id}-notes`, notes, sessionId }),
            durationS: 0,
          });
        }
        stored.delete(id);
        if (current === id) current = null;
      }),
      retryNow: note('retryNow', () => undefined),
      stopSending: note('stopSending', () => undefined),
      resumeSending: note('resumeSending', () => undefined),
      [Symbol.dispose]() {
        isDead = true;
        listeners.clear();
      },
    };
    opened.push(recorder);
    return recorder;
  }
  return {
    stored,
    log,
    openRecorder,
    splits,
    recorder: () => opened.at(-1) as FakeRecorder,
    opened,
  };
}

type FakeRecorder = Recorder & {
  options: Pick<RecorderOptions, 'headers' | 'session'>;
  emit(event: RecorderNews): void;
  current(): string | null;
  /** Records and stores this number of further seconds of audio. */
  record(seconds: number): void;
  /** Reaches the longest length. Returns the id of the recording that has ended. */
  roll(): string;
};

type Completed = { sessionId: string; metadata: RecordingMetadataInput; peaks: number };

/** Creates a server that accepts everything unless a failure is queued. */
export function createFakeServer() {
  const failures: unknown[] = [];
  const completed: Completed[] = [];
  const drafts: { sessionId: string; draft: SentDraft }[] = [];
  const draftFailures: unknown[] = [];
  const notes = new Map<string, { text: string; rev: number }>();
  const created: string[] = [];
  const described: [string, Partial<SessionWords>][] = [];
  const describeFailures: unknown[] = [];
  /** Session ids by their idempotency key. */
  const keys = new Map<string, string>();
  const listeners = new Set<() => void>();
  let isSignedIn = true;
  return {
    /** Errors of the next calls of `recording-complete`. */
    failures,
    completed,
    /** Drafts that were put, and the errors of the next ones. */
    drafts,
    draftFailures,
    created,
    /** Names and languages that were sent, and the errors of the next ones. */
    described,
    describeFailures,
    notes,
    signIn(next: boolean) {
      isSignedIn = next;
      for (const listener of listeners) listener();
    },
    port: {
      headers: async () => ({ authorization: 'Bearer token' }),
      isSignedIn: () => isSignedIn,
      onChange(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async createSession({ title }: { title: string }, key: string) {
        const known = keys.get(key);
        if (known !== undefined) return known;
        created.push(title);
        keys.set(key, `new${created.length}`);
        return `new${created.length}`;
      },
      async describeSession(id: string, words: Partial<SessionWords>) {
        const failure = describeFailures.shift();
        if (failure) throw failure;
        described.push([id, words]);
      },
      async saveNotes(id: string, { text, base }: { text: string; base: number }): Promise<NotesAnswer> {
        const have = notes.get(id) ?? { text: '', rev: 0 };
        if (base !== have.rev && text !== have.text) return { have };
        notes.set(id, { text, rev: have.rev + 1 });
        return { rev: have.rev + 1 };
      },
      async putDraft(sessionId: string, draft: SentDraft) {
        const failure = draftFailures.shift();
        if (failure) throw failure;
        drafts.push({ sessionId, draft });
      },
      ...serverOfSignedIn,
      async complete(sessionId: string, metadata: RecordingMetadataInput, peaks: Int8Array<ArrayBuffer>) {
        const failure = failures.shift();
        if (failure) throw failure;
        completed.push({ sessionId, metadata, peaks: peaks.length });
      },
    },
  };
}

export const soundOf = (durationS: number): SoundAnalysis =>
  analysisOf({ durationS, speech: [[0, durationS]], peaks: new Int8Array(Math.round(durationS * 40)) });

export function createWorld(change: Partial<RecordingDeps> = {}) {
  const device = createFakeDevice();
  const captures = createFakeCaptures();
  const monitors = createFakeMonitors();
  const server = createFakeServer();
  const devices = createFakeDevices([
    { id: 'default', label: 'Internes Mikrofon' },
    { id: 'usb', label: 'USB Mikrofon' },
  ]);
  const visibility = new Set<() => void>();
  const reports: (SendingReport | null)[] = [];
  const failures: string[] = [];
  let isHidden = false;
  let guard = () => false;
  let awake = 0;
  let analysed = 0;
  const deps: RecordingDeps = {
    userId: 'anna',
    session: { id: 's1', draft, notes: { text: '', rev: 0 } },
    mode: 'record',
    settings: { sampleRate: 24_000, bitrate: 64 },
    longestS: 9_000,
    largestBytes: 150_000_000,
    kept: null,
    server: server.port,
    openRecorder: device.openRecorder,
    openMonitor: monitors.openMonitor,
    draft: null,
    openCapture: captures.openCapture,
    devices,
    async analyse() {
      analysed += 1;
      return soundOf(60);
    },
    persist: async () => true,
    keepAwake() {
      awake += 1;
      return {
        [Symbol.dispose]() {
          awake -= 1;
        },
      };
    },
    controls: () => ({ setPaused() {}, [Symbol.dispose]() {} }),
    page: {
      isHidden: () => isHidden,
      onVisibility(listener) {
        visibility.add(listener);
        return () => visibility.delete(listener);
      },
      guardLeaving(isUnsafe) {
        guard = isUnsafe;
        return () => {
          guard = () => false;
        };
      },
    },
    report: (report) => reports.push(report),
    timings: quickTimings,
    onFailure: (step, error) => failures.push(`${step}: ${String(error)}`),
    ...change,
  };
  return {
    deps,
    device,
    captures,
    monitors,
    server,
    devices,
    reports,
    failures,
    recorder: device.recorder,
    isLeavingGuarded: () => guard(),
    isAwake: () => awake > 0,
    analysed: () => analysed,
    hide(next: boolean) {
      isHidden = next;
      for (const listener of visibility) listener();
    },
    /** Reports that the server has all bytes of the recording, or refuses them with `code`. */
    sent(id: string, code: string | null = null) {
      device.recorder().emit({ type: 'sent', id, code });
    },
  };
}
export type World = ReturnType<typeof createWorld>;
