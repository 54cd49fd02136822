import type { Problem } from '#web/lib/api-error.ts';
import { limits } from '#api/contract/limits.ts';
import type { Analysis, TimeSpan } from '#workers/analysis/analysis.contract.ts';
import { speechMp3 } from '#workers/encode/encode.contract.ts';
import type { Loudness, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { KeepRefusal } from '#workers/keep/keep.contract.ts';
import type { LocalWorkView } from './local/local-work.rules.ts';
import { estimatedBytes, isTooLong } from './review/output.rules.ts';
import { startSend } from '#workers/send/send.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';

/** Stage of an upload. If the state also has a `problem`, the upload has stopped at this stage. */
export type UploadStage =
  | 'choose'
  | 'offer'
  | 'analysing'
  | 'review'
  | 'encoding'
  | 'sending'
  | 'completing'
  | 'done';

/** An error code, or `upload.selection_*` for a wrong selection of files. */
export type UploadProblem = Problem;

export type UploadPass = { positionS: number; durationS: number | null };

export type UploadOffer = {
  reason: 'too_large' | 'too_long';
  /** Length of the recording according to the header of the file, s; null if the header does not say it. */
  durationS: number | null;
  /** Size that the mp3 will have, bytes; null if the length is unknown. */
  bytes: number | null;
};

export type UploadSight = { peaks: Int8Array; speech: TimeSpan[] };

export type UploadListening = 'recording' | 'result';

export type UploadState = {
  stage: UploadStage;
  file: { name: string; bytes: number } | null;
  offer: UploadOffer | null;
  pass: UploadPass | null;
  sight: UploadSight | null;
  analysis: Analysis | null;
  /** Why some of the work would be lost in a reload. Null if a reload would find all of it again. */
  notStored: KeepRefusal | null;
  /** True if there were or may have been cuts that cannot be read. The review then starts without cuts. */
  areCutsLost: boolean;
  listening: UploadListening;
  loudness: Loudness;
  settings: Mp3Settings;
  localWork: LocalWorkView | null;
  /** The mp3 of the current edits. Null if none was made, or if the edits have changed since. */
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
  notStored: null,
  areCutsLost: false,
  listening: 'recording',
  loudness: 'as_is',
  settings: speechMp3,
  localWork: null,
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
  /** The stored audio cannot be read, so the file has to be chosen again. */
  | { type: 'lost' };

/**
 * Returns the state after an event. An event that cannot happen at the current stage changes nothing. An example is
 * progress that is reported after a cancellation.
 */
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
      // The stage is `review` if the mp3 had been encoded before.
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

const begin = ({ settings, localWork, notStored }: UploadState): UploadState => ({
  ...startState,
  settings,
  localWork,
  notStored,
});

/** Returns the state of sending at its start. A resumed upload shows the last known counts until the server reports new ones. */
function sendingFrom(
  { sending }: UploadState,
  { atMs, bytesTotal }: { atMs: number; bytesTotal: number },
): SendState {
  const { bytesStored = 0, partsStored = 0, partsTotal = 0 } = sending ?? {};
  const start = startSend(atMs, bytesTotal, limits.maxPartBytes);
  return sending ? { ...start, bytesStored, bytesSent: bytesStored, partsStored, partsTotal } : start;
}

/**
 * Returns the code with which a selection is refused, unless it is one file that is not empty (§5). A folder is refused. Null if it is
 * accepted. The analysis judges the content, and files over the limits get an offer.
 */
export function refusalOf(files: readonly { size: number }[], hasFolder = false): string | null {
  if (hasFolder) return 'upload.selection_folder';
  if (files.length === 0) return 'upload.selection_none';
  if (files.length > limits.maxUploadFiles) return 'upload.selection_several';
  return files[0]?.size === 0 ? 'media.empty' : null;
}

/** Returns the offer for a file over the limits (§5). Null if it is within them. */
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

/** True if leaving now would stop a step, or lose work that is not stored on the device. */
export const wouldLose = (state: Pick<UploadState, 'stage' | 'notStored'>): boolean =>
  isUnderWay(state) || (state.stage === 'review' && state.notStored !== null);

export const isUnderWay = (state: Pick<UploadState, 'stage'>): boolean =>
  state.stage === 'encoding' || state.stage === 'sending' || state.stage === 'completing';

/** Problems that a retry cannot solve, because another file or another browser is needed. */
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

/** True for problems that make the stored upload useless, so that the next try starts anew. */
export const mustRestart = (code: string): boolean =>
  code === 'recording.incomplete' ||
  code === 'recording.digest_mismatch' ||
  code === 'recording.no_audio' ||
  code === 'upload.not_found';

export function joined(a: Int8Array, b: Int8Array): Int8Array {
  const both = new Int8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Returns the share of the recording that a pass has done, 0 to 1. Null if the length is not known. */
export const passShare = (pass: UploadPass | null): number | null =>
  pass?.durationS ? Math.min(1, pass.positionS / pass.durationS) : null;
