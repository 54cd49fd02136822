export type PromptTokens = {
  startOfTranscript: number;
  transcribe: number;
  languages: ReadonlyMap<string, number>;
  /** Token that begins the preceding text; null if the vocabulary has no such token. */
  startOfPrevious: number | null;
  encode(text: string): number[];
};

/**
 * Largest number of tokens for words. Whisper's reference program gives half of the context to the preceding text; four
 * tokens around it are subtracted.
 */
const maxVocabularyTokens = 224 - 4;

/**
 * Returns the prompt of the decoder: `<|startofprev|> words … <|startoftranscript|><|de|><|transcribe|>`. Words are
 * added whole. The most important ones are last, where they have the largest effect. The first word that does not fit
 * ends the list. The effect shows only with a real model, because the test fixture was not trained with prompts.
 * @param vocabulary words, the most important first
 * @throws Error if the model does not know the language; the language is never guessed
 */
export function promptOf(
  language: string,
  vocabulary: readonly string[],
  tokens: PromptTokens,
  maxTokens = maxVocabularyTokens,
): number[] {
  const languageId = tokens.languages.get(language);
  if (languageId === undefined) throw new Error(`The model has no language "${language}".`);
  const begin = [tokens.startOfTranscript, languageId, tokens.transcribe];
  if (tokens.startOfPrevious === null) return begin;
  const words: number[][] = [];
  let left = maxTokens;
  for (const word of vocabulary) {
    const trimmed = word.trim();
    if (trimmed === '') continue;
    const ids = tokens.encode(words.length === 0 ? ` ${trimmed}` : ` ${trimmed},`);
    if (ids.length > left) break;
    left -= ids.length;
    words.unshift(ids);
  }
  return words.length === 0 ? begin : [tokens.startOfPrevious, ...words.flat(), ...begin];
}
