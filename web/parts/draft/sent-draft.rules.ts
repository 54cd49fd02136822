import type { DraftEngine } from '#api/contract/draft-engine.ts';
import type { DraftSegment } from '#api/contract/draft.ts';
import { limits } from '#api/contract/limits.ts';

/** A draft as this page sends it (§10.14). */
export type SentDraft = { engine: DraftEngine; model: string; language: string; segments: DraftSegment[] };

type Word = NonNullable<DraftSegment['words']>[number];
/** A piece of a draft's text. Times are in s of the recording. */
export type DraftPiece = { start: number; end: number; text: string; words?: readonly Word[] };

type Draft = Pick<SentDraft, 'engine' | 'model' | 'language'> & { segments: readonly DraftPiece[] };

/**
 * Returns a draft within the limits of the contract, cut at the end of the audio; null if it has no text. The text comes first: if
 * there is no room for all words, the last pieces are sent without theirs.
 */
export function toSentDraft({ segments, ...draft }: Draft, durationS: number): SentDraft | null {
  const pieces = segments
    .map((piece) => cutAt(piece, durationS))
    .filter(({ start, text }) => start < durationS && text.trim() !== '')
    .slice(0, limits.maxDraftSegments);
  const said = pieces.map((piece) => ({ ...timesOf(piece, durationS), text: shortened(piece.text) }));
  let roomBytes = limits.maxDraftBytes - frameBytes - bytesOf(said);
  let roomWords = limits.maxDraftWords;
  const sent = said.map((piece, at): DraftSegment => {
    const words = pieces[at]?.words?.map((word) => ({
      text: shortened(word.text),
      ...timesOf(word, durationS),
      confidence: Math.min(1, Math.max(0, toMs(word.confidence))),
    }));
    if (!words) return piece;
    roomWords -= words.length;
    roomBytes -= bytesOf({ words });
    return roomWords < 0 || roomBytes < 0 ? piece : { ...piece, words };
  });
  return sent.length > 0 ? { ...draft, segments: sent } : null;
}

/** Room for the fields beside the pieces, bytes. */
const frameBytes = 10_000;

const shortened = (text: string) => text.slice(0, limits.maxDraftSegmentLength);

function timesOf({ start, end }: { start: number; end: number }, durationS: number) {
  const within = (seconds: number) => toMs(Math.min(Math.max(0, seconds), durationS));
  return { start: within(start), end: within(Math.max(start, end)) };
}

/** Returns a piece without the words that begin at the end of the audio or later. */
function cutAt(piece: DraftPiece, durationS: number): DraftPiece {
  const words = piece.words?.filter(({ start }) => start < durationS);
  if (!words || words.length === piece.words?.length) return piece;
  return { ...piece, words, text: words.map(({ text }) => text.trim()).join(' ') };
}

const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;
