import { limits } from '#api/contract/limits.ts';
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { DictatedText, Marker } from '#workers/recorder/recorder.contract.ts';

export type RecordingFacts = {
  durationS: number;
  bytes: number;
  sha256: string;
  mode: 'record' | 'dictation';
  startedAtMs: number;
  /** Number of requests in which the bytes were sent. */
  parts: number;
  markers: readonly Marker[];
  dictated: readonly DictatedText[];
};

type Sound = Pick<SoundAnalysis, 'speech' | 'verdict'>;

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Returns the metadata for the server (§10.9). Every time is limited to the length of the audio. `sound` is null if the
 * analysis failed; the server then analyses the audio.
 */
export function recordingMetadata(facts: RecordingFacts, sound: Sound | null): RecordingMetadataInput {
  const { durationS, bytes, sha256, mode, startedAtMs, parts, markers, dictated } = facts;
  const within = (seconds: number) => toMs(Math.min(Math.max(0, seconds), durationS));
  const span = ([start, end]: readonly [number, number]): [number, number] => [within(start), within(end)];
  const isThere = ([start, end]: readonly [number, number]) => end > start;
  const draft = dictated
    .filter(({ text }) => text.trim() !== '')
    .slice(0, limits.maxDraftSegments)
    .map(({ start, end, text }) => ({
      start: within(start),
      end: within(Math.max(start, end)),
      text: text.slice(0, limits.maxDraftSegmentLength),
    }));
  return {
    duration: durationS,
    parts,
    bytes,
    sha256,
    mode,
    started_at: new Date(startedAtMs).toISOString(),
    markers: markers.map((marker) => ({ ...marker, at: within(marker.at) })).toSorted((a, b) => a.at - b.at),
    ...(sound && {
      speech: sound.speech.map(span).filter(isThere),
      verdict: {
        ...sound.verdict,
        reasons: sound.verdict.reasons.map((reason) => ({
          ...reason,
          at: reason.at.map(span).filter(isThere),
        })),
      },
    }),
    ...(draft.length > 0 && { draft }),
  };
}
