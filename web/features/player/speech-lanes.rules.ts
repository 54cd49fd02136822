import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { givenName, speakerShares, speakerTone } from '#web/parts/transcript/speaker.rules.ts';
import { doubtsOf } from '#web/parts/transcript/doubt.rules.ts';

type Span = [startS: number, endS: number];

type SaidLane = {
  /** Key of the speaker; empty for the lane that the remaining speakers share. */
  key: string;
  /** Name set by a person; empty if none. */
  name: string;
  /** Share of all speech, 0 to 1. */
  share: number;
  tone: number;
  spans: Span[];
};

export type Said = { lanes: SaidLane[]; doubts: Span[] };

const maxLanes = 8;
/** Largest gap between two turns that are drawn as one box, s. In a recording of 2:30 h one pixel is several seconds. */
const mergeGapS = 1;

/**
 * Returns what the ruler shows of a transcript: a lane for each speaker in order of appearance, and the doubtful
 * stretches. If there are too many speakers, the last lane is shared by those who speak least.
 */
export function transcriptToSaid({ segments, speakers }: Transcript): Said {
  const shares = speakerShares(segments);
  // If not every speaker has a lane, one lane is reserved for the remaining speakers.
  const kept = shares.length > maxLanes ? maxLanes - 1 : maxLanes;
  const loudest = new Set(
    shares
      .toSorted((a, b) => b.share - a.share)
      .slice(0, kept)
      .map(({ key }) => key),
  );
  const lanes = shares
    .filter(({ key }) => loudest.has(key))
    .map(({ key, share, spans }) => ({
      key,
      name: givenName(speakers, key),
      share,
      tone: speakerTone(key),
      spans: mergeSpans(spans),
    }));
  const rest = shares.filter(({ key }) => !loudest.has(key));
  if (rest.length > 0) {
    lanes.push({
      key: '',
      name: '',
      share: rest.reduce((sum, { share }) => sum + share, 0),
      tone: 0,
      spans: mergeSpans(rest.flatMap(({ spans }) => spans).toSorted((a, b) => a[0] - b[0])),
    });
  }
  const doubts = doubtsOf(segments, []).map(({ index }): Span => {
    const { start, end } = segments[index] as Segment;
    return [start, end];
  });
  // If there is only one speaker, no lane is drawn.
  return { lanes: shares.length > 1 ? lanes : [], doubts: mergeSpans(doubts) };
}

/** Merges spans, sorted by start, with gaps of up to `mergeGapS`. */
export function mergeSpans(spans: readonly (readonly [number, number])[]): Span[] {
  const merged: Span[] = [];
  for (const [startS, endS] of spans) {
    const last = merged.at(-1);
    if (last && startS - last[1] <= mergeGapS) last[1] = Math.max(last[1], endS);
    else merged.push([startS, endS]);
  }
  return merged;
}

export function speakerAt(segments: readonly Segment[], timeS: number): string | null {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle] as Segment).start <= timeS) low = middle + 1;
    else high = middle;
  }
  const segment = segments[low - 1];
  return segment && timeS <= segment.end ? segment.speaker : null;
}
