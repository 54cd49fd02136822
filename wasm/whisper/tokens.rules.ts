import { findLoops } from '#wasm/transcription/doubt.rules.ts';

export type Token = { id: number; probability: number };

export type Vocabulary = {
  endOfText: number;
  /** Id of the token of 0.00 s. Each further id is 0.02 s later. */
  firstTimestamp: number;
  /** Decodes tokens to text. A single token may be only a part of a character. */
  decode(ids: number[]): string;
};

export type TokenSpan = {
  startS: number;
  /** End of the span, s; null if the model wrote none. */
  endS: number | null;
  tokens: Token[];
  /** Whether a loop was removed. */
  isRepeated: boolean;
};

const timestampStepS = 0.02;
const longestLoopTokens = 30;

/**
 * Splits the output of a window (`<|0.40|> text <|2.70|><|3.40|> text …`) into spans and removes loops. `findLoops`
 * gets the tokens without timestamps, which differ between rounds. Times are in s from the start of the window.
 */
export function tokensToSpans(
  tokens: readonly Token[],
  { endOfText, firstTimestamp }: Vocabulary,
): TokenSpan[] {
  const text = tokens.flatMap(({ id }, at) => (id < endOfText ? [{ id, at }] : []));
  const loops = findLoops(
    text.map(({ id }) => id),
    longestLoopTokens,
  );
  const placeOf = (index: number) => text[index]?.at ?? tokens.length;
  const cuts = loops.map(({ from, to }) => ({ from: placeOf(from), to: placeOf(to - 1) }));
  const spans: TokenSpan[] = [];
  let startS = 0;
  let span: TokenSpan | undefined;
  const close = (endS: number | null) => {
    if (span) spans.push({ ...span, endS });
    span = undefined;
  };
  for (const [at, token] of tokens.entries()) {
    if (token.id === endOfText) break;
    const cut = cuts.find(({ from, to }) => at >= from && at <= to);
    if (cut) {
      const looping = span ?? spans.at(-1);
      if (looping) looping.isRepeated = true;
    } else if (token.id >= firstTimestamp) {
      const atS = (token.id - firstTimestamp) * timestampStepS;
      close(atS);
      startS = atS;
    } else if (token.id < endOfText) {
      span ??= { startS, endS: null, tokens: [], isRepeated: false };
      span.tokens.push(token);
    }
  }
  close(null);
  return spans;
}
