import type { ReasonCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';
import { correctionsLabel, customLabel } from '#api/contract/option.ts';
import type { ProcessRequest } from '#api/contract/processing.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { isWorking } from '#web/parts/session/session.rules.ts';

type Cached = SessionDetail;

/** Text that somebody can read: asked about before it is thrown away. */
export const hasText = ({ transcript }: Pick<SessionDetail, 'transcript'>): boolean =>
  (transcript?.segments.length ?? 0) > 0;

/** There is a whole transcript that results can be made from. */
export const canProcess = ({ transcript, status }: Pick<SessionDetail, 'transcript' | 'status'>): boolean =>
  transcript !== null && !transcript.partial && status !== 'new';

/** There is sound on the server that can be transcribed once more. */
export const hasSound = ({ audio }: Pick<SessionDetail, 'audio'>): boolean =>
  audio !== null && audio.deleted_at === null;

/** Labels of the results that a request asks for; what a person asks in their own words gets its label from the server. */
export const labelsOf = (request: Partial<ProcessRequest>): string[] => {
  const { options = [], post_process, post_process_llm_fix, fix_with_agent } = request;
  const isCorrected = post_process || post_process_llm_fix || fix_with_agent;
  const labels = options.filter((label) => label !== customLabel);
  return isCorrected ? [...labels, correctionsLabel] : labels;
};

/** Versions of these results that were made: they can be read while they are made anew. */
const readable = ({ data }: Cached, labels: readonly string[]): Cached['former'] =>
  Object.fromEntries(
    labels.flatMap((label) => {
      const result = data[label];
      if (!result) return [];
      const version = result.state === 'done' ? result.version : result.previous;
      return version > 0 ? [[label, version]] : [];
    }),
  );

/** What the session becomes with `process` (§4: what was asked for is `false`), shown until the server has answered. */
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

/** What it becomes with `cancel`: a whole version stays, otherwise there is none. */
export const asCancelled = (session: Cached): Cached => {
  const isWhole = session.transcript !== null && !session.transcript.partial;
  return {
    ...session,
    status: isWhole ? 'completed' : 'error',
    reason: isWhole ? null : 'transcription.cancelled',
    progress: null,
  };
};

/** Nothing about the file itself changes by trying again: the file is offered as well. */
const ofFile: ReadonlySet<string> = new Set<ReasonCode>([
  'transcription.audio_unreadable',
  'transcription.audio_empty',
  'transcription.audio_encrypted',
  'transcription.audio_no_sound_track',
  'transcription.audio_too_long',
]);
export const isFaultOfFile = (reason: string): boolean => ofFile.has(reason);

/** 20 log10: how much a linear gain is, dB. */
export const gainToDb = (factor: number): number => 20 * Math.log10(factor);

type BoostWord = 'none' | 'little' | 'clear' | 'much';

/** How a gain is called: up to 6 dB a little, up to 12 dB clear. */
export function boostWord(factor: number): BoostWord {
  if (factor <= 1) return 'none';
  if (factor <= 2) return 'little';
  return factor <= 4 ? 'clear' : 'much';
}

/** What broadcasters level speech to, LUFS (EBU R 128); and from where on a recording counts as quiet here. */
const targetLufs = -23;
const quietLufs = -30;

/** The gain in steps of a half that brings a quiet recording to the level of speech; null where it is loud enough. */
export function suggestedBoost(loudnessLufs: number | null): number | null {
  if (loudnessLufs === null || !(loudnessLufs < quietLufs)) return null;
  const factor = 10 ** ((targetLufs - loudnessLufs) / 20);
  return Math.min(limits.maxBoost, Math.max(limits.defaultBoost, Math.round(factor * 2) / 2));
}
