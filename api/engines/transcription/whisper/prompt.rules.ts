export type PromptTokens = {
  startOfTranscript: number;
  transcribe: number;
  languages: ReadonlyMap<string, number>;
  /** Token that begins the preceding text. It is null if the vocabulary has no such token. */
  startOfPrevious: number | null;
  encode(text: string): number[];
};

/**
 * Whisper's reference program gives half of the context to the preceding text. Four tokens around it are subtracted.
 */
const maxVocabularyTokens = 224 - 4;

/**
 * Builds the decoder prompt `<|startofprev|> words … <|startoftranscript|><|de|><|transcribe|>`. Words are added whole,
 * the most important ones last, where they weigh most; the first one that does not fit ends the list. The effect shows
 * only with a real model: the test fixture was not trained with prompts.
 * @param vocabulary the most important first
 * @throws if the model does not know the language, which is never guessed
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
