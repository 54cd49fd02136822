import type { TranscribedSegment, TimedWord } from './segment.ts';

export type DraftText = {
  /** Segments of all final windows. */
  segments: TranscribedSegment[];
  /** Words of the open window that two transcriptions in a row agreed on. */
  firm: TimedWord[];
  /** Words of the open window that may still change. */
  rest: TimedWord[];
};

export type Draft = {
  /** Takes the transcription of a window. Windows come in order; an open one comes again when it has grown. */
  hear(segments: readonly TranscribedSegment[], isFinal: boolean): DraftText;
};

/**
 * Creates the text of a draft, by local agreement (Macháček et al. 2023, "Turning Whisper into Real-Time Transcription
 * System", §3): words of an open window are firm if two transcriptions in a row begin with them. Firm words are not
 * changed while the window is open. When it is final, its own transcription holds.
 */
export function createDraft(): Draft {
  const segments: TranscribedSegment[] = [];
  let before: TimedWord[] = [];
  let firm: TimedWord[] = [];
  return {
    hear(heard, isFinal) {
      const words = heard.flatMap((segment) => segment.words);
      if (isFinal) {
        segments.push(...heard);
        before = [];
        firm = [];
        return { segments: [...segments], firm: [], rest: [] };
      }
      const agreed = agreement(before, words);
      if (agreed > firm.length) firm = [...firm, ...words.slice(firm.length, agreed)];
      before = words;
      return { segments: [...segments], firm: [...firm], rest: words.slice(firm.length) };
    },
  };
}

const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || text;

/** Returns how many words two transcriptions have in common at their beginning. Case and punctuation are ignored. */
function agreement(one: readonly TimedWord[], other: readonly TimedWord[]): number {
  const differing = one.findIndex((word, at) => bare(word.text) !== bare(other[at]?.text ?? ''));
  return differing < 0 ? one.length : differing;
}
