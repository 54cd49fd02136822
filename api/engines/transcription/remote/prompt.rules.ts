// Length of the longest prompt, characters. Whisper reads the last 224 tokens of a prompt (OpenAI API reference,
// "Prompting" of speech to text); names take about a token per three letters.
const longestPrompt = 600;

/**
 * Formats the vocabulary as a prompt: `Zug, Huber, Xylomed.` The most important word stands last, because models cut
 * off the beginning of a prompt. Without vocabulary the prompt is empty.
 */
export function vocabularyToPrompt(vocabulary: readonly string[]): string {
  const fitting: string[] = [];
  let length = 0;
  for (const word of new Set(vocabulary.map((each) => each.replaceAll(/\s+/g, ' ').trim()))) {
    if (word === '') continue;
    length += word.length + 2;
    if (length > longestPrompt) break;
    fitting.unshift(word);
  }
  return fitting.length === 0 ? '' : `${fitting.join(', ')}.`;
}
