import type { DraftSegment } from '#api/contract/recording.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';

/** Engine name of a dictation's draft: the text that the browser recognised live. */
export const draftEngine = 'dictation';
const speaker = 'A';

/** Returns the segments of a draft in order of time, without empty ones. Their words have no times. */
export const draftToSegments = (draft: readonly DraftSegment[]): Segment[] =>
  draft
    .map(({ start, end, text }) => ({ start, end: Math.max(start, end), text: text.trim() }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.start - b.start)
    .map((piece, index) => ({ id: `d${index + 1}`, speaker, ...piece, words: [], doubt: null }));

export const speakersOf = (segments: readonly Segment[]): Transcript['speakers'] =>
  Object.fromEntries(segments.map((segment) => [segment.speaker, { name: '' }]));

/**
 * Returns a partial transcription, continued by the draft, so that dictated text stays visible until better text
 * replaces it. The ids of the two differ by their first letter.
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
