import type { Suggestion } from '#api/contract/suggestion.ts';
import type { Segment } from '#api/contract/transcript.ts';

/** A suggestion before it is stored. */
export type Draft = Omit<Suggestion, 'id' | 'state'>;

export type Turn = Pick<Segment, 'id' | 'speaker' | 'start' | 'text' | 'words'>;

/** Suggestions of one kind. `hasAsked` is true if a language model was asked. */
export type Proposed = { drafts: Draft[]; hasAsked: boolean };

type Place = { start: number; from: string; to: string; others?: string[] };

export const draftOf = (
  turn: Pick<Turn, 'id' | 'start'>,
  kind: Draft['kind'],
  { start, from, to, others = [] }: Place,
): Draft => ({ segment: turn.id, at: turn.start, start, from, to, others, kind });
