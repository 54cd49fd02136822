import type { Draft } from '#api/contract/draft.ts';
import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { Segment, Transcript, Word } from '#api/contract/transcript.ts';

const speaker = 'A';

const wordsOf = (words: readonly Word[] = []): Word[] =>
  words
    .map((word) => ({ ...word, end: Math.max(word.start, word.end), text: word.text.trim() }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.start - b.start);

/** Returns the segments of a draft in order of time, without empty ones. */
export const draftToSegments = ({ segments }: Pick<Draft, 'segments'>): Segment[] =>
  segments
    .map(({ start, end, text, words }) => ({
      start,
      end: Math.max(start, end),
      text: text.trim(),
      words: wordsOf(words),
    }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.start - b.start)
    .map((piece, index) => ({ id: `d${index + 1}`, speaker, ...piece, doubt: null }));

export const speakersOf = (segments: readonly Segment[]): Transcript['speakers'] =>
  Object.fromEntries(segments.map((segment) => [segment.speaker, { name: '' }]));

/** Marks a transcript as a draft, if a draft's engine has written it and it has any segments. */
export function markDraft(transcript: Transcript, model: string): Transcript {
  const { engine, segments } = transcript;
  const [first] = segments;
  return first && isDraftEngine(engine)
    ? { ...transcript, draft: { engine, model, from: first.id } }
    : transcript;
}

/**
 * Returns a partial transcription, continued by the draft, so that the text of the draft stays visible until better
 * text replaces it. The ids of the two differ by their first letter. `draft` must be marked.
 */
export function withDraft(transcript: Transcript, draft: Transcript): Transcript {
  const last = transcript.segments.at(-1);
  if (!last) return draft;
  const rest = draft.segments.filter(({ start, end }) => (start + end) / 2 >= last.end);
  const [first] = rest;
  return {
    ...transcript,
    speakers: { ...draft.speakers, ...transcript.speakers },
    segments: [...transcript.segments, ...rest],
    ...(first && draft.draft ? { draft: { ...draft.draft, from: first.id } } : {}),
  };
}
