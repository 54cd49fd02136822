/** What of a Whisper vocabulary a prompt is made of. */
export type PromptTokens = {
  startOfTranscript: number;
  transcribe: number;
  languages: ReadonlyMap<string, number>;
  /** Begins the text before; null where the vocabulary has no such token. */
  startOfPrevious: number | null;
  encode(text: string): number[];
};

/**
 * Half of what the decoder holds is for the text before (Whisper's reference program), less the four tokens that stand
 * around it, since the other half is for what is written.
 */
const maxVocabularyTokens = 224 - 4;

/**
 * What the decoder is given before it writes: `<|startofprev|> words … <|startoftranscript|><|de|><|transcribe|>`. Words go
 * in whole, the most important ones last, where they count most; the first that does not fit ends it. What it does to the
 * text can only be judged with a real model: the fixture's was never taught what stands there.
 * @param vocabulary the most important first
 * @throws where the model does not know the language: it is never left out and never guessed
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
