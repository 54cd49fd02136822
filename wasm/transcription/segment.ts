/** A word of a transcript, as page and server store it (`api/contract/transcript.ts`). Times are in s. */
export type TimedWord = {
  text: string;
  start: number;
  end: number;
  /** How sure the model is of the word, 0 to 1, from token probabilities. */
  confidence: number;
};

/** Why a text is not to be trusted. The contract explains the codes. */
export type DoubtReason = 'repetition' | 'no_speech' | 'compression' | 'unsure' | 'missing';

/** A segment of a transcript before it is stored. Times are in s from the start of the recording. */
export type TranscribedSegment = {
  start: number;
  end: number;
  text: string;
  words: TimedWord[];
  /** Null if there is no reason to doubt the text. */
  doubt: DoubtReason | null;
};
