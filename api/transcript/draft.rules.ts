import type { DraftSegment } from '#api/contract/recording.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';

/** The engine of a version that is a dictation's draft: what a browser understood while the person spoke. */
export const draftEngine = 'dictation';
const speaker = 'A';

/** Pieces in order of time, without the empty ones; a browser says no times of words. */
export const draftToSegments = (draft: readonly DraftSegment[]): Segment[] =>
  draft
    .map(({ start, end, text }) => ({ start, end: Math.max(start, end), text: text.trim() }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.start - b.start)
    .map((piece, index) => ({ id: `d${index + 1}`, speaker, ...piece, words: [], doubt: null }));

export const speakersOf = (segments: readonly Segment[]): Transcript['speakers'] =>
  Object.fromEntries(segments.map((segment) => [segment.speaker, { name: '' }]));

/**
 * A transcription on its way, followed by the draft from where it has not come to: what was dictated never goes from the
 * screen before something better is there. Ids differ by their first letter.
 */
export function withDraft(transcript: Transcript, draft: Transcript): Transcript {
  const last = transcript.segments.at(-1);
  if (!last) return draft;
  const rest = draft.segments.filter(({ start, end }) => (start + end) / 2 >= last.end);
  return {
    ...transcript,
    speakers: { ...draft.speakers, ...transcript.speakers },
    segments: [...transcript.segments, ...rest],
  };
}
