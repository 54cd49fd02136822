/** Characters of a token until a server has counted: German and Italian have 3.2 to 4 in today's vocabularies. */
const firstCharsPerToken = 3;
/** A prompt of another kind may be denser than those counted. */
const margin = 0.95;
const mostRemembered = 8;
/** Shorter prompts are mostly the marks around messages. */
const leastChars = 500;
/** Outside of this the count is not one of what was sent: from a cache, or of a prompt that was cut off. */
const plausible = [1, 7] as const;
const mostCharsPerToken = 4.5;

export type TokenCount = {
  /** Tokens of a text, rounded up. */
  of(text: string): number;
  /** What a server counted for a prompt. False: far too few for it. */
  learn(chars: number, tokens: number): boolean;
};

/**
 * Estimates tokens from characters. Of what the server counted for the last prompts the densest one is taken, less 5 %: the
 * estimate is too low by no more than a text is denser than all of those.
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
