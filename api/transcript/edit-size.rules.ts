import { limits } from '#api/contract/limits.ts';
import type { TranscriptSize } from '#api/contract/overlay.ts';
import { AppError } from '#api/lib/error.ts';

const most: TranscriptSize = {
  segments: limits.maxSegments,
  characters: limits.maxTranscriptCharacters,
  words: limits.maxTranscriptWords,
};

/** What people wrote into a version: how many edits, and their characters as they are kept. */
export type KeptEdits = { count: number; characters: number };

/**
 * A session is read as a whole: it may not grow without end. What is there already may always shrink.
 * @throws AppError `session.edits_full`
 */
export function mustFit(before: TranscriptSize, after: TranscriptSize, kept: KeptEdits): void {
  const keys = ['segments', 'characters', 'words'] as const;
  const isTooLarge = keys.some((key) => after[key] > most[key] && after[key] > before[key]);
  const isTooMuch = kept.count > limits.maxEdits || kept.characters > limits.maxEditCharacters;
  if (isTooLarge || isTooMuch) throw new AppError('session.edits_full');
}
