import type { DraftPiece } from '#web/parts/draft/sent-draft.rules.ts';
import type { TimeSpan } from '#workers/analysis/analysis.contract.ts';

type Spans = readonly Readonly<TimeSpan>[];
type Timed = { start: number; end: number };

/** A kept span, and its start in trimmed time, s. */
type Kept = { span: Readonly<TimeSpan>; newS: number };

/**
 * Returns a draft after trimming, in trimmed time. A word belongs to the span in which its middle lies, and is dropped if
 * that was cut out. A piece in which a cut was made is split there.
 */
export function draftToNew(pieces: readonly DraftPiece[], kept: Spans): DraftPiece[] {
  const spans = keptOf(kept);
  return pieces.flatMap((piece): DraftPiece[] => {
    const { words = [], text } = piece;
    const whole = spanOf(spans, piece);
    if (words.length === 0) return whole ? [{ text, ...toNew(piece, whole) }] : [];
    const parts = partsOf(words, spans);
    const [first] = parts;
    if (first && first.words.length === words.length)
      return [{ text, ...toNew(piece, first.kept), words: words.map((word) => moved(word, first.kept)) }];
    return parts.map((part) => {
      const left = part.words.map((word) => moved(word, part.kept));
      return {
        start: left[0]!.start,
        end: left.at(-1)!.end,
        text: left.map((word) => word.text.trim()).join(' '),
        words: left,
      };
    });
  });
}

type Word = NonNullable<DraftPiece['words']>[number];

/** Groups neighbouring words of the same kept span. */
function partsOf(words: readonly Word[], spans: readonly Kept[]): { kept: Kept; words: Word[] }[] {
  const parts: { kept: Kept; words: Word[] }[] = [];
  for (const word of words) {
    const kept = spanOf(spans, word);
    if (!kept) continue;
    const last = parts.at(-1);
    if (last?.kept === kept) last.words.push(word);
    else parts.push({ kept, words: [word] });
  }
  return parts;
}

function keptOf(kept: Spans): Kept[] {
  let newS = 0;
  return kept.map((span) => {
    const at = newS;
    newS += span[1] - span[0];
    return { span, newS: at };
  });
}

const spanOf = (spans: readonly Kept[], { start, end }: Timed): Kept | undefined => {
  const middleS = (start + end) / 2;
  return spans.find(({ span }) => middleS >= span[0] && middleS < span[1]);
};

function toNew({ start, end }: Timed, { span: [fromS, toS], newS }: Kept): Timed {
  const within = (atS: number) => newS + Math.min(toS, Math.max(fromS, atS)) - fromS;
  return { start: within(start), end: within(end) };
}

const moved = (word: Word, kept: Kept): Word => ({ ...word, ...toNew(word, kept) });
