import type { CaptureErrorCode } from '#api/contract/errors.ts';
import type { CaptureCode } from '#api/contract/recording.ts';
import type { PairingReport, PairingStage } from '#api/contract/pairing.ts';
import { isBefore, isUnsafe, type Recording, type ShownStage } from '#web/features/recording/index.ts';
import type { Battery } from './battery.ts';

type Told = Extract<PairingReport, { kind: 'marker' }>['marker'];
type Marker = Pick<Told, 'at' | 'kind'> & Partial<Told>;
export type Piece = { start: number; end: number; text: string };

/** What the phone knows of its recording at one moment. Reports are made from it. */
export type PhoneFacts = {
  stage: PairingStage;
  /** Session of the recording. Null between the longest length of one recording and the session of the next one. */
  sessionId: string | null;
  /** Number of the recording: 2 after the longest length was reached once. Positions and markers begin anew with it. */
  part: number;
  atS: number;
  problem: string | null;
  warnings: readonly CaptureCode[];
  /** Waveform of the recording, in pairs of octets with `limits.peaksRate` pairs a second. */
  peaks: Int8Array;
  /** Position in the recording from which on the waveform is known, s. */
  peaksFromS: number;
  /** Level of the last moments, dBFS; null for digital silence, undefined while nothing is measured. */
  levelDbfs: number | null | undefined;
  battery: Battery | null;
  isSending: boolean;
  isOnline: boolean;
  storedBytes: number;
  sentBytes: number;
  markers: readonly Marker[];
  /** Pieces of the draft. The array is the same as long as they do not change. */
  draft: readonly Piece[];
  /** True for a recording that an earlier page has left on this phone. Only its state is reported. */
  isLeft: boolean;
};

/**
 * A recording that an earlier page has left on this phone. `sessionId`: null for a later part without a session. `canGoOn`: audio can be
 * added. `isBusy`: it is being sent.
 */
export type LeftRecording = { sessionId: string | null; atS: number; canGoOn: boolean; isBusy: boolean };

type Beside = Pick<PhoneFacts, 'battery' | 'isOnline' | 'levelDbfs' | 'draft'> & {
  /** Session of the pairing, for the time before the recording has one of its own. */
  sessionId: string;
};

export function factsOf(recording: Pick<Recording, 'state' | 'ownSession'>, beside: Beside): PhoneFacts {
  const { state } = recording;
  const { stage, problem, send, bytes, positionS, part, warnings, dismissed, markers, picture } = state;
  const shown = warnings.filter((warning) => !dismissed.includes(warning));
  const isOver = stage === 'finished';
  return {
    ...beside,
    stage: stageOf(stage, problem !== null),
    sessionId: recording.ownSession() ?? (part === 1 ? beside.sessionId : null),
    part,
    atS: positionS,
    // The desktop shows one problem only. It shows first that audio may be lost.
    problem: unstoredCode(state) ?? problem?.code ?? null,
    warnings: [
      ...(stage === 'interrupted' ? (['capture.track_ended'] as const) : []),
      ...shown.map((warning): CaptureCode => `capture.${warning}`),
    ],
    peaks: picture.peaks,
    peaksFromS: picture.fromS,
    isSending: send !== null && !send.isDone && send.connection.status === 'ok',
    storedBytes: bytes,
    sentBytes: isOver ? bytes : Math.min(bytes, send?.bytesStored ?? 0),
    markers,
    isLeft: false,
  };
}

/** Returns why a part of the recording is in memory only; null if this phone stores all of it. */
function unstoredCode({
  stage,
  storage,
  overflowBytes,
}: Pick<Recording['state'], 'stage' | 'storage' | 'overflowBytes'>): CaptureErrorCode | null {
  if (!isUnsafe(stage)) return null;
  if (overflowBytes !== null) return 'capture.device_full';
  return storage?.kind === 'memory' ? 'capture.device_unstored' : null;
}

/** Returns the facts of a recording that an earlier page has left on this phone, and that no page records now. */
export const factsOfLeft = (
  { sessionId, atS, canGoOn, isBusy }: LeftRecording,
  beside: Omit<Beside, 'sessionId'>,
): PhoneFacts => ({
  ...beside,
  stage: canGoOn && !isBusy ? 'paused' : 'unsent',
  sessionId,
  part: 1,
  atS,
  problem: null,
  warnings: isBusy ? [] : ['capture.crashed'],
  peaks: new Int8Array(0),
  peaksFromS: 0,
  isSending: isBusy,
  storedBytes: 0,
  sentBytes: 0,
  markers: [],
  isLeft: true,
});

/**
 * Returns the stage as it is reported. A recording that has lost its microphone is reported as paused, with the warning
 * `capture.track_ended`, by which the desktop tells it from a pause.
 */
function stageOf(stage: ShownStage, hasProblem: boolean): PairingStage {
  if (stage === 'recording' || stage === 'paused' || stage === 'finished') return stage;
  if (stage === 'interrupted') return 'paused';
  if (stage === 'ready') return stage;
  if (isBefore(stage)) return stage === 'idle' && hasProblem ? 'failed' : 'off';
  return 'unsent';
}

/** Returns a function that reads the draft of a recording, and gives the same array until the draft changes. */
export function createDraftReader({ draft }: Pick<Recording, 'draft'>): () => readonly Piece[] {
  let known: { before: unknown; segments: unknown; pieces: readonly Piece[] } | null = null;
  return () => {
    const { before, run } = draft.state;
    const segments = run?.text.segments ?? none;
    if (known?.before !== before || known.segments !== segments)
      known = { before, segments, pieces: [...before, ...segments].map(plain) };
    return known.pieces;
  };
}

const none: readonly Piece[] = [];

const plain = ({ start, end, text }: Piece): Piece => ({
  start: Math.max(0, start),
  end: Math.max(0, end),
  text: text.slice(0, 2_000),
});
