import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import { type SentDraft, toSentDraft } from '#web/parts/draft/sent-draft.rules.ts';
import type { SegmentDraft } from '#web/features/recording/segment/draft-copy.ts';
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
  /** Language of the session. */
  language: string;
  dictated: readonly DictatedText[];
  /** What a model on this device has written; null without a draft. */
  draft: SegmentDraft | null;
};

type Sound = Pick<SoundAnalysis, 'speech' | 'verdict'>;

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Returns the metadata for the server (§10.9). Every time is limited to the length of the audio. `sound` is null if the
 * analysis failed; the server then analyses the audio.
 */
export function recordingMetadata(facts: RecordingFacts, sound: Sound | null): RecordingMetadataInput {
  const { durationS, bytes, sha256, mode, startedAtMs, parts, markers } = facts;
  const within = (seconds: number) => toMs(Math.min(Math.max(0, seconds), durationS));
  const span = ([start, end]: readonly [number, number]): [number, number] => [within(start), within(end)];
  const isThere = ([start, end]: readonly [number, number]) => end > start;
  const draft = draftOf(facts);
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
    ...(draft && { draft }),
  };
}

/** Returns what the model on this device has written, otherwise the dictated text; null without text. */
function draftOf({ durationS, language, dictated, draft }: RecordingFacts): SentDraft | null {
  const written = draft && toSentDraft({ engine: 'preview', ...draft }, durationS);
  // The clock of a dictation may be ahead of the audio by a moment.
  const last = durationS - 0.001;
  const segments = dictated.map((said) => ({ ...said, start: Math.min(said.start, last) }));
  return written ?? toSentDraft({ engine: 'dictation', model: '', language, segments }, durationS);
}
