import { limits } from '#api/contract/limits.ts';
import type { TranscriptSize } from '#api/shared/transcript-edit/overlay.ts';
import { AppError } from '#api/lib/error.ts';

const most: TranscriptSize = {
  segments: limits.maxSegments,
  characters: limits.maxTranscriptCharacters,
  words: limits.maxTranscriptWords,
};

/** The stored edits of a version: their number, and the characters of their JSON. */
export type StoredEdits = { count: number; characters: number };

/**
 * Limits the size of an edited transcript, because a session is read as a whole. A transcript that is too large may shrink.
 * @throws AppError `session.edits_full`
 */
export function limitSize(before: TranscriptSize, after: TranscriptSize, kept: StoredEdits): void {
  const keys = ['segments', 'characters', 'words'] as const;
  const isTooLarge = keys.some((key) => after[key] > most[key] && after[key] > before[key]);
  const isTooMuch = kept.count > limits.maxEdits || kept.characters > limits.maxEditCharacters;
  if (isTooLarge || isTooMuch) throw new AppError('session.edits_full');
}
