/**
 * Characters per token that are assumed before the first count. German and Italian have 3.2 to 4 with current
 * tokenizers.
 */
const firstCharsPerToken = 3;
/** Factor for the ratio of earlier prompts, because another prompt may have more tokens per character. */
const margin = 0.95;
const mostRemembered = 8;
/** Smallest prompt whose count is used, characters. Shorter prompts consist mostly of message markup. */
const leastChars = 500;
/** Plausible characters per token. A count outside of them is that of a cached or truncated prompt. */
const plausible = [1, 7] as const;
const mostCharsPerToken = 4.5;

type TokenCount = {
  of(text: string): number;
  /** Learns from the server's count of a prompt. Returns false if the count is far too low for the text. */
  learn(chars: number, tokens: number): boolean;
};

/**
 * Creates an estimate of tokens from characters. It uses the lowest ratio of characters to tokens of the last prompts,
 * less 5 %.
 */
export function createTokenCount(): TokenCount {
  const seen: number[] = [];
  let charsPerToken = firstCharsPerToken;
  return {
    of: (text) => Math.ceil(text.length / charsPerToken),
    learn(chars, tokens) {
      const ratio = chars / tokens;
      if (chars < leastChars || ratio < plausible[0]) return true;
      if (ratio > plausible[1]) return false;
      seen.push(ratio);
      if (seen.length > mostRemembered) seen.shift();
      charsPerToken = Math.min(mostCharsPerToken, Math.min(...seen) * margin);
      return true;
    },
  };
}
