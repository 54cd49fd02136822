import { ref } from 'valtio';
import type { z } from 'zod';
import type { CaptureErrorCode } from '#api/contract/errors.ts';
import type { CaptureCode } from '#api/contract/recording.ts';
import type {
  commandOutcomes,
  PairingCommand,
  PairingEvent,
  PairingReport,
  PairingStage,
} from '#api/contract/pairing.ts';
import type { markerSchema } from '#api/contract/recording.ts';
import { isNextRecording } from '#api/shared/next-recording.ts';
import { createPeakLine, type PeakLine } from './peak-line.ts';

type Marker = z.infer<typeof markerSchema>;
type Of<Kind extends PairingReport['kind']> = Extract<PairingReport, { kind: Kind }>;

/**
 * What became of a command. Besides the words of the server: `sending` before it has answered, `failed` if it has not got the
 * command, `unknown` if nobody can tell any more.
 */
export type CommandOutcome = (typeof commandOutcomes)[number] | 'sending' | 'failed' | 'unknown';
export type SentCommand = {
  id: string;
  command: PairingCommand;
  outcome: CommandOutcome;
  /** Code of the reason for `refused` and `failed`; null for other outcomes. */
  problem: string | null;
};

export type Piece = { start: number; end: number; text: string };

/** What the desktop knows of the phone. `…AtMs` and `…SinceMs` are monotonic times of the desktop, ms. */
export type Mirror = {
  /** Stage of the recorder on the phone; null before the first report. */
  stage: PairingStage | null;
  sessionId: string | null;
  /** Last reported position in the recording, s, and the monotonic time of that report, ms. */
  positionS: number;
  positionAtMs: number;
  problem: string | null;
  warnings: string[];
  /** The waveform, and its number of peaks. React does not see that the waveform grows in place; it sees the number. */
  line: PeakLine;
  lineLength: number;
  battery: Omit<Of<'battery'>, 'kind'> | null;
  network: Omit<Of<'network'>, 'kind'> | null;
  parts: Omit<Of<'parts'>, 'kind'> | null;
  markers: { id: string; marker: Marker }[];
  draft: Piece[];
  /** Null before the server has told it. */
  isPhoneThere: boolean | null;
  /** Time of the phone's last call, ms. It counts while `isPhoneThere` is false. */
  awaySinceMs: number;
  commands: SentCommand[];
};

export const emptyMirror = (): Mirror => ({
  stage: null,
  sessionId: null,
  positionS: 0,
  positionAtMs: -Infinity,
  problem: null,
  warnings: [],
  line: ref(createPeakLine()),
  lineLength: 0,
  battery: null,
  network: null,
  parts: null,
  markers: [],
  draft: [],
  isPhoneThere: null,
  awaySinceMs: 0,
  commands: [],
});

/** Age of the last position above which the shown timer stands still, ms. */
const freshMs = 4_000;

/** Applies an event to the mirror. The event `pairing` changes nothing here. */
export function take(mirror: Mirror, event: PairingEvent, nowMs: number): void {
  if (event.event === 'report') takeReport(mirror, event.report, nowMs);
  if (event.event === 'presence' && event.side === 'phone') {
    mirror.isPhoneThere = event.is_there;
    mirror.awaySinceMs = nowMs - event.away_ms;
  }
  if (event.event === 'command') {
    const { id, command, outcome, problem } = event;
    put(mirror.commands, (one) => one.id === id, { id, command, outcome, problem });
  }
  if (event.event === 'fresh') {
    // The server has lost its events, and with them the outcomes of open commands.
    mirror.positionAtMs = -Infinity;
    for (const one of mirror.commands) if (isOpen(one)) one.outcome = 'unknown';
  }
}

function takeReport(mirror: Mirror, report: PairingReport, nowMs: number): void {
  switch (report.kind) {
    case 'state':
      if (isOfNext(mirror, report)) startAnew(mirror);
      mirror.stage = report.stage;
      mirror.sessionId = report.session_id;
      mirror.problem = report.problem;
      mirror.warnings = report.warnings;
      reach(mirror, report.at, nowMs);
      break;
    case 'level':
      mirror.line.add(report.peaks, report.at);
      mirror.lineLength = mirror.line.length;
      if (mirror.stage === 'recording') reach(mirror, report.at, nowMs);
      break;
    case 'battery':
      mirror.battery = { charge: report.charge, charging: report.charging };
      break;
    case 'network':
      mirror.network = { is_sending: report.is_sending, is_online: report.is_online };
      break;
    case 'parts':
      mirror.parts = { stored_bytes: report.stored_bytes, sent_bytes: report.sent_bytes };
      break;
    case 'marker':
      put(mirror.markers, ({ id }) => id === report.id, { id: report.id, marker: report.marker });
      mirror.markers.sort((a, b) => a.marker.at - b.marker.at);
      break;
    case 'draft':
      mirror.draft.splice(report.from, Infinity, ...report.pieces);
      break;
    case 'done':
      // The event `command` has the same outcome.
      break;
  }
}

const isOfNext = ({ stage, sessionId: session_id, positionS: at }: Mirror, now: Of<'state'>): boolean =>
  stage !== null && session_id !== null && isNextRecording({ stage, session_id, at }, now);

/** Clears what belongs to the former recording. Presence, battery, network and commands stay. */
function startAnew(mirror: Mirror): void {
  const { isPhoneThere, awaySinceMs, battery, network, commands } = mirror;
  Object.assign(mirror, emptyMirror(), { isPhoneThere, awaySinceMs, battery, network, commands });
}

function reach(mirror: Mirror, atS: number, nowMs: number): void {
  mirror.positionS = atS;
  mirror.positionAtMs = nowMs;
}

function put<T>(list: T[], is: (one: T) => boolean, next: T): void {
  const index = list.findIndex(is);
  if (index < 0) list.push(next);
  else list[index] = next;
}

type Position = Pick<Mirror, 'stage' | 'positionS' | 'positionAtMs' | 'isPhoneThere'>;

/** True if the phone is there and has told its position a moment ago. */
export const isFresh = (mirror: Position, nowMs: number): boolean =>
  mirror.isPhoneThere === true && nowMs - mirror.positionAtMs < freshMs;

/** Returns the position to show, s. Between two reports it runs on by the clock, unless the last report is too old (`isFresh`). */
export function shownPositionS(mirror: Position, nowMs: number): number {
  if (mirror.stage !== 'recording' || !isFresh(mirror, nowMs)) return mirror.positionS;
  return mirror.positionS + (nowMs - mirror.positionAtMs) / 1000;
}

const openOutcomes: ReadonlySet<CommandOutcome> = new Set(['sending', 'sent', 'taken']);
/** True if the outcome of the command may still change. */
export const isOpen = (command: Pick<SentCommand, 'outcome'>): boolean => openOutcomes.has(command.outcome);

/**
 * True if the page of the phone was closed during its recording. The recording stays on the phone until a person continues or sends it
 * there.
 */
export const isLeftThere = ({ warnings }: { readonly warnings: readonly string[] }): boolean =>
  warnings.includes('capture.crashed');

/**
 * True if the phone records nothing because it has lost its microphone, for example to a call. It goes on by itself once it has a
 * microphone again, or a person chooses one there.
 */
export const isInterruptedThere = ({ warnings }: { readonly warnings: readonly string[] }): boolean =>
  warnings.includes('capture.track_ended');

const unstoredCodes: readonly (string | null)[] = [
  'capture.device_full',
  'capture.device_unstored',
] satisfies CaptureErrorCode[];

/** True if the phone does not store all that it records, so that audio is lost if its page is closed. */
export const isUnstoredThere = ({ problem }: { readonly problem: string | null }): boolean =>
  unstoredCodes.includes(problem);

/** Returns the commands that the recorder of the phone can carry out. */
export function commandsFor(mirror: {
  readonly stage: PairingStage | null;
  readonly warnings: readonly string[];
}): PairingCommand[] {
  const { stage } = mirror;
  // A left recording can be continued on the phone only: its browser opens the microphone only after a press there.
  if (isLeftThere(mirror)) return [];
  if (stage === 'ready') return ['start'];
  if (stage === 'recording') return ['pause', 'mark', 'finish'];
  if (stage !== 'paused') return [];
  // The phone refuses `resume` while it has no microphone.
  return isInterruptedThere(mirror) ? ['mark', 'finish'] : ['resume', 'mark', 'finish'];
}

/** Keys under `recording.warning` of the sentences for warnings of the phone; null for a warning that the screen tells in another way. */
const warningWords = {
  'capture.no_sound': 'no_sound',
  'capture.muted': 'muted',
  'capture.wrong_device': 'wrong_device',
  'capture.too_quiet': 'too_quiet',
  'capture.clipping': 'clipping',
  'capture.noisy': 'noisy',
  'capture.hum': 'hum',
  'capture.echo': 'echo',
  'capture.long_silence': 'long_silence',
  'capture.nobody_speaking': 'nobody_speaking',
  // `isInterruptedThere` and `isLeftThere` have sentences of their own.
  'capture.track_ended': null,
  'capture.crashed': null,
  // Phones send these two codes as markers only. A suspension is reported as the problem of the phone, and a pause as its stage.
  'capture.suspended': null,
  'capture.paused': null,
} as const satisfies Record<CaptureCode, string | null>;

type WarningWord = NonNullable<(typeof warningWords)[CaptureCode]>;

/** Returns the keys under `recording.warning` for these warnings of the phone, the most urgent first. */
export const warningWordsOf = (warnings: readonly string[]): WarningWord[] =>
  Object.entries(warningWords).flatMap(([code, word]) => (word && warnings.includes(code) ? [word] : []));

/** True while the phone has a recording that is not whole on the server. */
export const isUnsafeThere = (stage: PairingStage | null): boolean =>
  stage === 'recording' || stage === 'paused' || stage === 'unsent';
