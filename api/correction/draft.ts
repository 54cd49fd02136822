import type { Suggestion } from '#api/contract/suggestion.ts';
import type { Segment } from '#api/contract/transcript.ts';

/** A suggestion before it is kept. */
export type Draft = Omit<Suggestion, 'id' | 'state'>;

/** What of a turn is looked at. */
export type Turn = Pick<Segment, 'id' | 'speaker' | 'start' | 'text' | 'words'>;

/** What was proposed. `hasAsked`: whether a language model was asked; it is not if there is nothing to ask about. */
export type Proposed = { drafts: Draft[]; hasAsked: boolean };

type Place = { start: number; from: string; to: string; others?: string[] };

export const draftOf = (
  turn: Pick<Turn, 'id' | 'start'>,
  kind: Draft['kind'],
  { start, from, to, others = [] }: Place,
): Draft => ({ segment: turn.id, at: turn.start, start, from, to, others, kind });
