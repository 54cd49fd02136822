import { limits } from '#api/contract/limits.ts';
import type { RecordingMetadata } from '#api/contract/recording.ts';

/** A segment of a draft, or a word of it. */
type DraftPiece = { start: number; end: number; words?: readonly DraftPiece[] | undefined };

/** Cuts the metadata of a device to the first `durationS` seconds. */
export function cutMetadata(
  { markers, speech, verdict, timemap, draft }: RecordingMetadata,
  durationS: number,
): Pick<RecordingMetadata, 'markers' | 'speech' | 'verdict' | 'timemap' | 'draft'> {
  const cutSpans = (spans: [number, number][]): [number, number][] =>
    spans
      .filter(([start]) => start < durationS)
      .map(([start, end]): [number, number] => [start, Math.min(end, durationS)]);
  const cutPieces = <P extends DraftPiece>(pieces: readonly P[]): P[] =>
    pieces
      .filter(({ start }) => start < durationS)
      .map((piece) => ({
        ...piece,
        end: Math.min(piece.end, durationS),
        ...(piece.words ? { words: cutPieces(piece.words) } : {}),
      }));
  return {
    markers: markers.filter(({ at }) => at <= durationS).toSorted((a, b) => a.at - b.at),
    speech: speech && cutSpans(speech),
    verdict: verdict && {
      ...verdict,
      reasons: verdict.reasons.map((reason) => ({ ...reason, at: cutSpans(reason.at) })),
    },
    // Each pair is one moment in two timelines, not a range.
    timemap: timemap?.filter(([stored]) => stored < durationS),
    draft: draft && { ...draft, segments: cutPieces(draft.segments) },
  };
}

/** Cuts peaks, which are pairs of octets, to the first `durationS` seconds. */
export const cutPeaks = (peaks: Uint8Array, durationS: number): Uint8Array =>
  peaks.subarray(0, 2 * Math.ceil(durationS * limits.peaksRate));
