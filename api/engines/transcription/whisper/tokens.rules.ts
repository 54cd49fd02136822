/** A token that the model chose, and how sure it was (0 to 1). */
export type Token = { id: number; probability: number };

/** What of the vocabulary has a meaning of its own. */
export type Vocabulary = {
  endOfText: number;
  /** The token of 0.00 s; each that follows is 0.02 s later. */
  firstTimestamp: number;
  /** Text of tokens; a single one may be a part of a character. */
  decode(ids: number[]): string;
};

export type TokenSpan = { startS: number; endS: number; tokens: Token[] };

const timestampStepS = 0.02;

/**
 * Cuts what the model wrote for one window (`<|0.40|> text <|2.70|><|3.40|> text …`) into spans. A last one without an end
 * goes to the end of the window. Times in s from the start of the window.
 */
export function tokensToSpans(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  windowS: number,
): TokenSpan[] {
  const spans: TokenSpan[] = [];
  let startS = 0;
  let text: Token[] = [];
  const close = (endS: number) => {
    if (text.length > 0)
      spans.push({ startS, endS: Math.min(Math.max(endS, startS), windowS), tokens: text });
    text = [];
  };
  for (const token of tokens) {
    if (token.id === vocabulary.endOfText) break;
    if (token.id >= vocabulary.firstTimestamp) {
      const atS = (token.id - vocabulary.firstTimestamp) * timestampStepS;
      close(atS);
      startS = Math.min(atS, windowS);
    } else if (token.id < vocabulary.endOfText) text.push(token);
  }
  close(windowS);
  return spans;
}

const longestLoopTokens = 30;
const loopRepeats = 4;

/**
 * Cuts off a loop, into which models fall on noise: the same tokens four times in a row at the end are kept once. Timestamps
 * grow from round to round and are not compared.
 */
export function withoutLoop(tokens: readonly Token[], { firstTimestamp }: Vocabulary): Token[] {
  const text = tokens.flatMap(({ id }, at) => (id < firstTimestamp ? [{ id, at }] : []));
  for (let length = 1; length <= longestLoopTokens && length * loopRepeats <= text.length; length++) {
    const isSame = (back: number) => text.at(-back)?.id === text.at(-back - length)?.id;
    let repeated = 0;
    while (repeated + length < text.length && isSame(repeated + 1)) repeated++;
    if (repeated >= length * (loopRepeats - 1)) return tokens.slice(0, text.at(-repeated)?.at ?? 0);
  }
  return [...tokens];
}
