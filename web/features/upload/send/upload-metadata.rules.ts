import { limits } from '#api/contract/limits.ts';
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import { toSentDraft } from '#web/parts/draft/sent-draft.rules.ts';
import { peaksToNew, spansToNew, verdictToNew } from '#web/features/trim/index.ts';
import type { Analysis, TimeSpan } from '#workers/analysis/analysis.contract.ts';
import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';
import type { WrittenDraft } from '#web/features/upload/draft/file-draft.ts';
import { draftToNew } from './draft-to-new.rules.ts';

type Completion = { metadata: RecordingMetadataInput; peaks: Int8Array<ArrayBuffer> };

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Returns the spans that the mp3 contains, s of the original. Their ends are at whole frames, to which the cuts were
 * moved.
 */
export const timemapToKept = (timemap: readonly Readonly<TimeSpan>[], durationS: number): TimeSpan[] =>
  timemap.map(([newS, originalS], index) => [
    originalS,
    originalS + (timemap[index + 1]?.[0] ?? durationS) - newS,
  ]);

/** Returns the metadata of a recording for the server, in trimmed time (§10.9). */
export function toMetadata(input: {
  sound: EncodedMp3;
  analysis: Analysis;
  parts: number;
  written?: WrittenDraft | null;
}): Completion {
  const { sound, analysis, parts, written = null } = input;
  const { durationS, sha256, timemap } = sound;
  const within = ([startS, endS]: readonly [number, number]): TimeSpan => [
    toMs(Math.min(startS, durationS)),
    toMs(Math.min(endS, durationS)),
  ];
  const kept = timemap && timemapToKept(timemap, durationS);
  const draft = written && draftOf(written, kept, durationS);
  const common = {
    duration: durationS,
    parts,
    sha256,
    mode: 'upload' as const,
    ...(draft ? { draft } : {}),
  };
  if (!kept || !timemap) {
    const { speech, verdict, peaks } = analysis;
    return { metadata: { ...common, speech: speech.map(within), verdict }, peaks };
  }
  const verdict = verdictToNew(analysis.verdict, analysis.speech, analysis.durationS, kept);
  return {
    metadata: {
      ...common,
      speech: spansToNew(analysis.speech, kept).map(within),
      timemap: timemap.map(([newS, originalS]) => [toMs(newS), toMs(originalS)]),
      verdict: {
        ...verdict,
        reasons: verdict.reasons.map((reason) => ({ ...reason, at: reason.at.map(within) })),
      },
    },
    peaks: peaksToNew({ pairs: analysis.peaks, rate: limits.peaksRate }, kept, limits.peaksRate),
  };
}

const draftOf = ({ segments, ...written }: WrittenDraft, kept: TimeSpan[] | null, durationS: number) =>
  toSentDraft(
    { engine: 'preview', ...written, segments: kept ? draftToNew(segments, kept) : segments },
    durationS,
  );

/** Returns the file name on the server: the original name with the extension mp3, not longer than the contract allows. */
export const mp3Name = (name: string): string =>
  `${name.replace(/\.[^.]*$/, '').slice(0, 490) || 'audio'}.mp3`;
