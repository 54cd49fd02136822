import { limits } from '#api/contract/limits.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';

/** Where an upload stands. With a `problem` it has stopped there and can be taken up again. */
export type UploadStage = 'choose' | 'analysing' | 'review' | 'encoding' | 'sending' | 'completing' | 'done';

/** What stands in the way: an error code, or `upload.selection_*` for what was chosen. */
export type UploadProblem = { code: string; requestId: string | null };

/** Media time of a pass over the file, s. */
export type UploadPass = { positionS: number; durationS: number | null };

export type UploadSending = {
  bytesSent: number;
  bytesTotal: number;
  /** Bytes that the server has acknowledged. */
  bytesStored: number;
  partBytes: number;
  /** The next try, while one is waited for. `waitsForNetwork`: until the device is online again. */
  retry: { attempt: number; atMs: number } | null;
  waitsForNetwork: boolean;
  /** Last time that more bytes had gone, ms since the epoch. */
  movedAtMs: number;
};

export type UploadState = {
  stage: UploadStage;
  file: { name: string; bytes: number } | null;
  pass: UploadPass | null;
  analysis: Analysis | null;
  encoded: { bytes: number; durationS: number } | null;
  sending: UploadSending | null;
  problem: UploadProblem | null;
};

export const startState: UploadState = {
  stage: 'choose',
  file: null,
  pass: null,
  analysis: null,
  encoded: null,
  sending: null,
  problem: null,
};

export type UploadEvent =
  | { type: 'chosen'; file: { name: string; bytes: number } }
  | { type: 'refused'; code: string }
  | { type: 'passed'; pass: UploadPass }
  | { type: 'analysed'; analysis: Analysis }
  | { type: 'encoding' }
  | { type: 'encoded'; bytes: number; durationS: number }
  | { type: 'sending'; bytesTotal: number; atMs: number }
  | { type: 'sent'; bytesSent: number; atMs: number }
  | { type: 'stored'; bytesStored: number; atMs: number }
  | { type: 'retrying'; attempt: number; atMs: number }
  | { type: 'offline' }
  | { type: 'completing' }
  | { type: 'completed' }
  | { type: 'failed'; code: string; requestId: string | null }
  | { type: 'cancelled' };

/** The state after an event. An event that does not fit the stage, such as late progress of something cancelled, changes nothing. */
export function reduceUpload(state: UploadState, event: UploadEvent): UploadState {
  const { stage } = state;
  switch (event.type) {
    case 'chosen':
      return { ...startState, stage: 'analysing', file: event.file };
    case 'refused':
      return { ...startState, problem: { code: event.code, requestId: null } };
    case 'passed':
      return stage === 'analysing' || stage === 'encoding' ? { ...state, pass: event.pass } : state;
    case 'analysed':
      return stage === 'analysing'
        ? {
            ...state,
            stage: 'review',
            pass: null,
            analysis: event.analysis,
            problem: null,
          }
        : state;
    case 'encoding':
      return state.analysis ? { ...state, stage: 'encoding', pass: null, problem: null } : state;
    case 'encoded':
      return stage === 'encoding'
        ? { ...state, pass: null, encoded: { bytes: event.bytes, durationS: event.durationS } }
        : state;
    case 'sending':
      return {
        ...state,
        stage: 'sending',
        problem: null,
        sending: {
          bytesSent: state.sending?.bytesStored ?? 0,
          bytesTotal: event.bytesTotal,
          bytesStored: state.sending?.bytesStored ?? 0,
          partBytes: limits.maxPartBytes,
          retry: null,
          waitsForNetwork: false,
          movedAtMs: event.atMs,
        },
      };
    case 'sent':
      return withSending(state, (sending) => ({
        bytesSent: event.bytesSent,
        retry: null,
        waitsForNetwork: false,
        movedAtMs: event.bytesSent > sending.bytesSent ? event.atMs : sending.movedAtMs,
      }));
    case 'stored':
      return withSending(state, (sending) => ({
        bytesStored: event.bytesStored,
        bytesSent: event.bytesStored,
        retry: null,
        waitsForNetwork: false,
        movedAtMs: event.bytesStored > sending.bytesStored ? event.atMs : sending.movedAtMs,
      }));
    case 'retrying':
      return withSending(state, () => ({ retry: { attempt: event.attempt, atMs: event.atMs } }));
    case 'offline':
      return withSending(state, () => ({ retry: null, waitsForNetwork: true }));
    case 'completing':
      return { ...state, stage: 'completing', problem: null };
    case 'completed':
      return stage === 'completing' ? { ...state, stage: 'done', problem: null } : state;
    case 'failed':
      return stage === 'choose' || stage === 'done'
        ? state
        : { ...state, pass: null, problem: { code: event.code, requestId: event.requestId } };
    case 'cancelled':
      return state.analysis ? { ...state, stage: 'review', pass: null, problem: null } : startState;
  }
}

function withSending(
  state: UploadState,
  change: (sending: UploadSending) => Partial<UploadSending>,
): UploadState {
  if (state.stage !== 'sending' || !state.sending) return state;
  return { ...state, sending: { ...state.sending, ...change(state.sending) } };
}

/** §5: one file, within the size limit. Null: take it. What is inside is for the analysis to say. */
export function refusalOf(files: readonly { size: number }[], maxBytes: number): string | null {
  if (files.length === 0) return 'upload.selection_none';
  if (files.length > limits.maxUploadFiles) return 'upload.selection_several';
  const [file] = files;
  if (file && file.size === 0) return 'media.empty';
  if (file && file.size > maxBytes) return 'media.too_large';
  return null;
}

/** Leaving now would lose work that is under way. */
export const isUnderWay = (state: Pick<UploadState, 'stage'>): boolean =>
  state.stage === 'encoding' || state.stage === 'sending' || state.stage === 'completing';

/** Nothing about the file can be mended by trying again; another one is needed. */
const ofTheFile = new Set([
  'media.empty',
  'media.not_audio',
  'media.no_sound_track',
  'media.encrypted',
  'media.unsupported',
  'media.too_long',
  'media.too_large',
  'session.not_found',
]);
export const canRetry = (problem: UploadProblem): boolean => !ofTheFile.has(problem.code);

/** Problems after which what the server holds is of no use: the next try starts anew. */
export const mustRestart = (code: string): boolean =>
  code === 'recording.incomplete' ||
  code === 'recording.digest_mismatch' ||
  code === 'recording.no_audio' ||
  code === 'upload.not_found';

/**
 * Whether a request of an upload that failed with this status (0: no answer) is sent again after a pause. `attempt` counts
 * from 0; a rejected token is renewed and tried once.
 */
export function isUploadRetried(status: number, code: string | null, attempt: number): boolean {
  if (code === 'upload.already_complete' || status === 507) return false;
  if (status === 401) return attempt === 0;
  return (
    status === 0 || status === 408 || status === 409 || status === 423 || status === 429 || status >= 500
  );
}

/** Whole seconds until the next try, never below 0. */
export const secondsUntil = (atMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((atMs - nowMs) / 1000));

/** §8 names it without a number: from here on a standstill is told, with its seconds. */
export const stallAfterS = 10;

/** Seconds without progress once they are worth a word; null before, and while the standstill has a known reason. */
export function stalledForS(sending: UploadSending, nowMs: number): number | null {
  if (sending.retry || sending.waitsForNetwork) return null;
  const seconds = Math.floor((nowMs - sending.movedAtMs) / 1000);
  return seconds >= stallAfterS ? seconds : null;
}

export type PartCell = { share: number; state: 'waiting' | 'moving' | 'done' | 'failed' };

/** One cell a part: stored ones done, the one under way filled by its share, failed while its next try is waited for. */
export function partCells(sending: UploadSending): PartCell[] {
  const { bytesTotal, partBytes, bytesStored, bytesSent } = sending;
  const count = Math.max(1, Math.ceil(bytesTotal / partBytes));
  return Array.from({ length: count }, (_, index): PartCell => {
    const startBytes = index * partBytes;
    const sizeBytes = Math.min(partBytes, bytesTotal - startBytes);
    if (bytesStored >= startBytes + sizeBytes) return { share: 1, state: 'done' };
    if (bytesStored < startBytes) return { share: 0, state: 'waiting' };
    if (sending.retry) return { share: 0, state: 'failed' };
    return { share: Math.min(1, Math.max(0, (bytesSent - startBytes) / sizeBytes)), state: 'moving' };
  });
}

export const partsDone = (cells: readonly PartCell[]): number =>
  cells.filter((cell) => cell.state === 'done').length;

/** Size of the mp3 that a recording becomes, bytes: constant bitrate in kbit/s. */
export const estimatedBytes = (durationS: number, bitrate: number): number =>
  (durationS * bitrate * 1000) / 8;

/** 0 to 1; null where the length is not known. */
export const passShare = (pass: UploadPass | null): number | null =>
  pass?.durationS ? Math.min(1, pass.positionS / pass.durationS) : null;
