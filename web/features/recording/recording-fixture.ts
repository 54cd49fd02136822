import { proxy, ref } from 'valtio';
import type { SendState } from '#workers/send/send.contract.ts';
import type { LiveDraft, LiveDraftState } from './draft/live-draft.ts';
import type { KeptItem } from './recovery/kept-items.ts';
import { noOptions } from './state/recording.rules.ts';
import type { KeptRecording, LiveReport, Recording, RecordingState } from './state/recording.rules.ts';

/** For tests and screenshots: a recording whose state is set from outside and that logs its calls. */

export const sendStateOf = (change: Partial<SendState> = {}): SendState => ({
  connection: { status: 'ok' },
  bytesSent: 480_000,
  bytesStored: 400_000,
  bytesTotal: null,
  partsStored: 5,
  partsTotal: 6,
  partBytes: 80_000,
  movedAtMs: Date.now(),
  isDone: false,
  ...change,
});

export const stateOf = (change: Partial<RecordingState> = {}): RecordingState => {
  const positionS = change.positionS ?? 72.4;
  return {
    stage: 'recording',
    problem: null,
    sessionId: 's1',
    pairingId: null,
    title: 'Gemeinderat, 12. Sitzung',
    language: 'de',
    part: 1,
    mode: 'record',
    devices: [
      { id: 'default', label: 'Standard – Eingebautes Mikrofon' },
      { id: 'usb', label: 'Jabra Speak 750 (USB)' },
    ],
    deviceId: 'default',
    options: noOptions,
    storage: { kind: 'opfs', freeBytes: 40.4 * 3600 * 8000, isPersistent: true },
    overflowBytes: null,
    positionS,
    storedS: Math.max(0, positionS - 0.2),
    bytes: Math.round(positionS * 8000),
    longestS: 9000,
    rollsOver: true,
    warnings: [],
    dismissed: [],
    verdict: null,
    picture: { peaks: new Int8Array(0), speech: [], fromS: 0 },
    markers: [],
    notes: '',
    notesSaved: 'yes',
    dictated: [],
    send: null,
    isMonitored: true,
    isSignedOut: false,
    ...change,
  };
};

/** Returns a synthetic waveform of speech with pauses, with 20 pairs per second. */
export function pictureOf(durationS: number): RecordingState['picture'] {
  const peaks = new Int8Array(Math.floor(durationS * 20) * 2);
  const speech: [number, number][] = [];
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let startS = 1; startS < durationS; startS += 11)
    speech.push([startS, Math.min(durationS, startS + 8)]);
  for (let pair = 0; pair < peaks.length / 2; pair += 1) {
    const isSpeech = speech.some(([from, to]) => pair / 20 >= from && pair / 20 < to);
    const level = isSpeech ? 8 + 70 * random() * Math.abs(Math.sin(pair / 9)) : 1 + 2 * random();
    peaks[pair * 2] = -level;
    peaks[pair * 2 + 1] = level;
  }
  return { peaks, speech, fromS: 0 };
}

export type FakeRecording = Recording & {
  state: RecordingState;
  draft: LiveDraft & { state: LiveDraftState };
  log: string[];
  report(report: LiveReport): void;
};

export function createFakeRecording(change: Partial<RecordingState> = {}): FakeRecording {
  const log: string[] = [];
  const listeners = new Set<(report: LiveReport) => void>();
  const given = stateOf(change);
  const state = proxy<RecordingState>({ ...given, picture: ref(given.picture) });
  const write = (line: string) => void log.push(line);
  const later = (line: string) => {
    write(line);
    return Promise.resolve();
  };
  return {
    state,
    log,
    draft: {
      state: proxy<LiveDraftState>({ status: 'none', language: 'de-CH', before: ref([]), run: null }),
      turnOn: () => write('draft on'),
      turnOff: () => write('draft off'),
      goOn: () => write('draft goes on'),
      want: (isWanted) => write(`draft wanted ${isWanted}`),
    },
    report: (report) => listeners.forEach((listen) => listen(report)),
    onReport(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prepare: () => later('prepare'),
    chooseDevice: (id) => later(`device ${id}`),
    setOptions: (options) => later(`options ${JSON.stringify(options)}`),
    setRollover: (isOn) => write(`rollover ${isOn}`),
    describe(change) {
      write(`describe ${JSON.stringify(change)}`);
      Object.assign(state, change);
    },
    settleWords: () => later('settle words'),
    start: () => later('start'),
    pause: () => write('pause'),
    resume: () => write('resume'),
    mark: () => {
      write('mark');
      state.markers = [...state.markers, { at: state.positionS, kind: 'user', code: '', text: '' }];
    },
    setNotes(text) {
      write(`notes ${text}`);
      state.notes = text;
    },
    addDictated(text) {
      write(`dictated ${text.text}`);
      state.dictated = [...state.dictated, text];
    },
    dismiss: (warning) => {
      write(`dismiss ${warning}`);
      state.dismissed = [...state.dismissed, warning];
    },
    finish: () => later('finish'),
    retry: () => later('retry'),
    retryNow: () => write('retryNow'),
    stopSending: () => write('stopSending'),
    resumeSending: () => write('resumeSending'),
    track: () => null,
    sound: () => Promise.resolve(new Blob(['mp3'], { type: 'audio/mpeg' })),
    discard: () => later('discard'),
    ownSession: () => state.sessionId,
    [Symbol.dispose]: () => write('dispose'),
  };
}

export const keptOf = (
  record: Partial<KeptRecording['record']> = {},
  change: Partial<KeptItem> = {},
): KeptItem => ({
  kept: {
    record: {
      version: 1,
      id: 'k1',
      userId: 'u1',
      sessionId: 's1',
      part: 1,
      mode: 'record',
      session: {
        title: 'Gemeinderat, 12. Sitzung',
        language: 'de',
        participants: null,
        fhir_patient_id: null,
        settings: {},
      },
      startedAtMs: Date.UTC(2026, 10, 20, 9),
      settings: { sampleRate: 24_000, bitrate: 64 },
      takes: [],
      markers: [],
      notes: '',
      dictated: [],
      finished: null,
      uploadUrl: null,
      ...record,
    },
    bytes: 2_400_000,
    durationS: 300.2,
    writtenAtMs: Date.UTC(2026, 10, 20, 9, 5),
  },
  isBusy: false,
  stage: 'kept',
  send: null,
  problem: null,
  ...change,
});
