import type { ReasonCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';
import { correctionsLabel, customLabel } from '#api/contract/option-labels.ts';
import type { ProcessRequest } from '#api/contract/processing.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { isWorking } from '#web/parts/session/session.rules.ts';

type Cached = SessionDetail;

/** True if there is text that can be read. Dropping it needs a confirmation. */
export const hasText = ({ transcript }: Pick<SessionDetail, 'transcript'>): boolean =>
  (transcript?.segments.length ?? 0) > 0;

export const canProcess = ({ transcript, status }: Pick<SessionDetail, 'transcript' | 'status'>): boolean =>
  transcript !== null && !transcript.partial && status !== 'new';

export const hasSound = ({ audio }: Pick<SessionDetail, 'audio'>): boolean =>
  audio !== null && audio.deleted_at === null;

/**
 * Returns the labels of the results that a request asks for. The label of a custom prompt is missing, because the
 * server assigns it.
 */
export const labelsOf = (request: Partial<ProcessRequest>): string[] => {
  const { options = [], post_process, post_process_llm_fix, fix_with_agent } = request;
  const isCorrected = post_process || post_process_llm_fix || fix_with_agent;
  const labels = options.filter((label) => label !== customLabel);
  return isCorrected ? [...labels, correctionsLabel] : labels;
};

const readable = ({ data }: Cached, labels: readonly string[]): Cached['former'] =>
  Object.fromEntries(
    labels.flatMap((label) => {
      const result = data[label];
      if (!result) return [];
      const version = result.state === 'done' ? result.version : result.previous;
      return version > 0 ? [[label, version]] : [];
    }),
  );

/** Returns the session as the server will have it after `process`. A requested result is `false` (§4). */
export const asQueued = (session: Cached, request: Partial<ProcessRequest>): Cached => {
  const asked = Object.fromEntries(labelsOf(request).map((label) => [label, false as const]));
  const data = { ...session.data, ...asked };
  const former = { ...session.former, ...readable(session, Object.keys(asked)) };
  if (!request.regenerate_transcript && request.options !== undefined) {
    return isWorking(session.status)
      ? { ...session, data, former }
      : { ...session, data, former, status: 'processing', progress: null };
  }
  return {
    ...session,
    data,
    former,
    status: 'pending',
    reason: null,
    progress: null,
    language: request.language ?? session.language,
    participants: request.participants === undefined ? session.participants : request.participants,
  };
};

/** Returns the session as the server will have it after `cancel`: a complete transcript stays, a partial one is dropped. */
export const asCancelled = (session: Cached): Cached => {
  const isWhole = session.transcript !== null && !session.transcript.partial;
  return {
    ...session,
    status: isWhole ? 'completed' : 'error',
    reason: isWhole ? null : 'transcription.cancelled',
    progress: null,
  };
};

/** Error codes with a cause in the file itself. A retry changes nothing, so the file is offered for download. */
const ofFile: ReadonlySet<string> = new Set<ReasonCode>([
  'transcription.audio_unreadable',
  'transcription.audio_empty',
  'transcription.audio_encrypted',
  'transcription.audio_no_sound_track',
  'transcription.audio_too_long',
]);
export const isFaultOfFile = (reason: string): boolean => ofFile.has(reason);

export const gainToDb = (factor: number): number => 20 * Math.log10(factor);

type BoostWord = 'none' | 'little' | 'clear' | 'much';

/** Returns the word for a gain, given as a factor: `little` up to 6 dB, `clear` up to 12 dB, `much` above that. */
export function boostWord(factor: number): BoostWord {
  if (factor <= 1) return 'none';
  if (factor <= 2) return 'little';
  return factor <= 4 ? 'clear' : 'much';
}

/** Programme loudness of broadcasting (EBU R 128), and the loudness below which a recording counts as quiet, LUFS. */
const targetLufs = -23;
const quietLufs = -30;

/**
 * Returns the gain, as a factor in steps of 0.5, that brings a quiet recording to `targetLufs`. Null if it is loud enough or
 * its loudness is unknown.
 */
export function suggestedBoost(loudnessLufs: number | null): number | null {
  if (loudnessLufs === null || !(loudnessLufs < quietLufs)) return null;
  const factor = 10 ** ((targetLufs - loudnessLufs) / 20);
  return Math.min(limits.maxBoost, Math.max(limits.defaultBoost, Math.round(factor * 2) / 2));
}
