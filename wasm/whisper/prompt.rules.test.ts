import { describe, expect, it } from 'vitest';
import { promptOf, type PromptTokens } from './prompt.rules.ts';

// One token per letter.
const tokens: PromptTokens = {
  startOfTranscript: 1000,
  transcribe: 1001,
  languages: new Map([['de', 1002]]),
  startOfPrevious: 1003,
  encode: (text) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0),
};
const ids = (text: string) => tokens.encode(text);

describe('a prompt', () => {
  it('always names the language, which is never guessed', () => {
    expect(promptOf('de', [], tokens)).toEqual([1000, 1002, 1001]);
    expect(() => promptOf('rm', [], tokens)).toThrow('The model has no language "rm".');
  });

  it('has the words before the beginning, the most important one last', () => {
    expect(promptOf('de', ['Weber', ' Ursi ', ''], tokens)).toEqual([
      1003,
      ...ids(' Ursi, Weber'),
      1000,
      1002,
      1001,
    ]);
  });

  it('takes whole words only, as many as fit, the most important first', () => {
    expect(promptOf('de', ['abc', 'defgh', 'i'], tokens, 10)).toEqual([
      1003,
      ...ids(' abc'),
      1000,
      1002,
      1001,
    ]);
    expect(promptOf('de', ['abcdefghij'], tokens, 10)).toEqual([1000, 1002, 1001]);
    const many = promptOf('de', Array<string>(500).fill('wort'), tokens);
    expect(many.length).toBeLessThanOrEqual(224);
    expect(many.length).toBeGreaterThan(215);
  });

  it('has no words where the vocabulary cannot mark them', () => {
    expect(promptOf('de', ['Weber'], { ...tokens, startOfPrevious: null })).toEqual([1000, 1002, 1001]);
  });
});
