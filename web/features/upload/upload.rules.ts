import type { Problem } from '#web/lib/api-error.ts';
import { limits } from '#api/contract/limits.ts';
import type { Analysis, TimeSpan } from '#workers/analysis/analysis.contract.ts';
import { speechMp3 } from '#workers/encode/encode.contract.ts';
import type { Loudness, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { KeepRefusal } from '#workers/keep/keep.contract.ts';
import type { KeptView } from './kept/kept-work.rules.ts';
import { estimatedBytes, isTooLong } from './review/output.rules.ts';
import { startSend } from '#workers/send/send.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';

/** Where an upload stands. With a `problem` it has stopped there and can be taken up again. */
export type UploadStage =
  | 'choose'
  | 'offer'
  | 'analysing'
  | 'review'
  | 'encoding'
  | 'sending'
  | 'completing'
  | 'done';

/** What stands in the way: an error code, or `upload.selection_*` for what was chosen. */
export type UploadProblem = Problem;

/** Media time of a pass over the file, s. */
export type UploadPass = { positionS: number; durationS: number | null };

/** A file over the limits, and what it would become here. */
export type UploadOffer = {
  reason: 'too_large' | 'too_long';
  /** s, by the header; null where it does not say. */
  durationS: number | null;
  /** Size of the mp3, bytes. */
  bytes: number | null;
};

/** The picture of what has been analysed so far. */
export type UploadSight = { peaks: Int8Array; speech: TimeSpan[] };

/** What is heard while it is reviewed. */
export type UploadListening = 'recording' | 'result';

export type UploadState = {
  stage: UploadStage;
  file: { name: string; bytes: number } | null;
  offer: UploadOffer | null;
  pass: UploadPass | null;
  sight: UploadSight | null;
  analysis: Analysis | null;
  /** Why a reload would not find all of the work again; null if it would. */
  notKept: KeepRefusal | null;
  /** True if there were or may have been cuts that cannot be read. The review then starts without cuts. */
  areCutsLost: boolean;
  listening: UploadListening;
  loudness: Loudness;
  settings: Mp3Settings;
  /** What a reload left on this device. */
  kept: KeptView | null;
  /** What was made of it, for the edits of that moment. */
  encoded: { bytes: number; durationS: number } | null;
  sending: SendState | null;
  problem: UploadProblem | null;
};

export const startState: UploadState = {
  stage: 'choose',
  file: null,
  offer: null,
  pass: null,
  sight: null,
  analysis: null,
  notKept: null,
  areCutsLost: false,
  listening: 'recording',
  loudness: 'as_is',
  settings: speechMp3,
  kept: null,
  encoded: null,
  sending: null,
  problem: null,
};

export type UploadEvent =
  | { type: 'chosen'; file: { name: string; bytes: number } }
  | { type: 'refused'; code: string }
  | { type: 'offered'; file: { name: string; bytes: number }; offer: UploadOffer }
  | { type: 'passed'; pass: UploadPass; sight?: UploadSight }
  | { type: 'analysed'; analysis: Analysis }
  | { type: 'encoding' }
  | { type: 'encoded'; bytes: number; durationS: number }
  | { type: 'prepared' }
  | { type: 'edited' }
  | { type: 'sending'; bytesTotal: number; atMs: number }
  | { type: 'sent'; send: SendState }
  | { type: 'completing' }
  | { type: 'completed' }
  | ({ type: 'failed' } & UploadProblem)
  | { type: 'cancelled' }
  /** The kept sound cannot be read: the file has to be chosen again. */
  | { type: 'lost' };

/** The state after an event. An event that does not fit the stage, such as late progress after a cancellation, changes nothing. */
export function reduceUpload(state: UploadState, event: UploadEvent): UploadState {
  const { stage } = state;
  switch (event.type) {
    case 'chosen':
      return { ...begin(state), stage: 'analysing', file: event.file };
    case 'refused':
      return { ...begin(state), problem: { code: event.code, requestId: null } };
    case 'offered':
      return { ...begin(state), stage: 'offer', file: event.file, offer: event.offer };
    case 'passed':
      return stage === 'analysing' || stage === 'encoding'
        ? { ...state, pass: event.pass, sight: event.sight ?? state.sight }
        : state;
    case 'analysed':
      return stage === 'analysing'
        ? {
            ...state,
            stage: 'review',
            pass: null,
            sight: null,
            analysis: event.analysis,
            problem: null,
          }
        : state;
    case 'encoding':
      return state.analysis ? { ...state, stage: 'encoding', pass: null, problem: null } : state;
    case 'encoded':
      // From the review where it had been made before.
      return stage === 'encoding' || stage === 'review'
        ? { ...state, pass: null, encoded: { bytes: event.bytes, durationS: event.durationS } }
        : state;
    case 'prepared':
      return stage === 'encoding' ? { ...state, stage: 'review', pass: null } : state;
    case 'edited':
      return stage === 'review' ? { ...state, encoded: null, sending: null, listening: 'recording' } : state;
    case 'sending':
      return { ...state, stage: 'sending', problem: null, sending: sendingFrom(state, event) };
    case 'sent':
      return stage === 'sending' ? { ...state, sending: event.send } : state;
    case 'completing':
      return { ...state, stage: 'completing', problem: null };
    case 'completed':
      return stage === 'completing' ? { ...state, stage: 'done', problem: null } : state;
    case 'failed': {
      const { type: _, ...problem } = event;
      return stage === 'choose' || stage === 'done' ? state : { ...state, pass: null, problem };
    }
    case 'cancelled':
      return state.analysis
        ? { ...state, stage: 'review', listening: 'recording', pass: null, problem: null }
        : begin(state);
    case 'lost':
      return begin(state);
  }
}

/** As at the start, with what does not belong to the file. */
const begin = ({ settings, kept, notKept }: UploadState): UploadState => ({
  ...startState,
  settings,
  kept,
  notKept,
});

/** Taken up again it shows what the server had, until it says so itself. */
function sendingFrom(
  { sending }: UploadState,
  { atMs, bytesTotal }: { atMs: number; bytesTotal: number },
): SendState {
  const { bytesStored = 0, partsStored = 0, partsTotal = 0 } = sending ?? {};
  const start = startSend(atMs, bytesTotal, limits.maxPartBytes);
  return sending ? { ...start, bytesStored, bytesSent: bytesStored, partsStored, partsTotal } : start;
}

/** §5: one file. Null: take it. What is inside is for the analysis to say, what is too large is offered a way. */
export function refusalOf(files: readonly { size: number }[]): string | null {
  if (files.length === 0) return 'upload.selection_none';
  if (files.length > limits.maxUploadFiles) return 'upload.selection_several';
  return files[0]?.size === 0 ? 'media.empty' : null;
}

/** What a file over the limits (§5) would become; null for one within them. */
export function offerFor(
  file: { size: number },
  { durationS, maxBytes, bitrate }: { durationS: number | null; maxBytes: number; bitrate: number },
): UploadOffer | null {
  const isLong = durationS !== null && isTooLong(durationS);
  if (!isLong && file.size <= maxBytes) return null;
  const keptS = durationS === null ? null : Math.min(durationS, limits.maxAudioS);
  return {
    reason: isLong ? 'too_long' : 'too_large',
    durationS,
    bytes: keptS === null ? null : estimatedBytes(keptS, bitrate),
  };
}

/** True if leaving now would stop a step, or lose work that is not kept on the device. */
export const wouldLose = (state: Pick<UploadState, 'stage' | 'notKept'>): boolean =>
  isUnderWay(state) || (state.stage === 'review' && state.notKept !== null);

/** True while it is encoded, sent or completed. */
export const isUnderWay = (state: Pick<UploadState, 'stage'>): boolean =>
  state.stage === 'encoding' || state.stage === 'sending' || state.stage === 'completing';

/** Nothing can be mended by trying again: another file is needed, or another browser. */
const forGood = new Set([
  'media.empty',
  'media.not_audio',
  'media.no_sound_track',
  'media.index_missing',
  'media.encrypted',
  'media.unsupported',
  'media.too_long',
  'media.too_large',
  'media.browser_outdated',
  'session.not_found',
  'upload.already_complete',
]);
export const canRetry = (problem: UploadProblem): boolean => !forGood.has(problem.code);

/** Problems after which what the server holds is of no use: the next try starts anew. */
export const mustRestart = (code: string): boolean =>
  code === 'recording.incomplete' ||
  code === 'recording.digest_mismatch' ||
  code === 'recording.no_audio' ||
  code === 'upload.not_found';

/** Returns the peaks `a` followed by the peaks `b`. */
export function joined(a: Int8Array, b: Int8Array): Int8Array {
  const both = new Int8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** 0 to 1; null where the length is not known. */
export const passShare = (pass: UploadPass | null): number | null =>
  pass?.durationS ? Math.min(1, pass.positionS / pass.durationS) : null;
