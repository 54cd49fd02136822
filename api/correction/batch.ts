import { ContextOverflow, ModelError, type LanguageModel } from '#api/engines/language/language-model.ts';
import { AnswerCut } from './ask-json.ts';

/**
 * Groups consecutive items into batches of at most `maxTokens` tokens and `maxItems` items. An item with more tokens is
 * a batch by itself.
 */
export function toBatches<Item>(
  items: readonly Item[],
  tokensOf: (item: Item) => number,
  maxTokens: number,
  maxItems = Infinity,
): Item[][] {
  const batches: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const tokens = tokensOf(item);
    const last = batches.at(-1);
    if (!last || tokens > room || last.length >= maxItems) {
      batches.push([item]);
      room = maxTokens - tokens;
    } else {
      last.push(item);
      room -= tokens;
    }
  }
  return batches;
}

const maxBackgroundShare = 0.25;

/**
 * Returns a function that shortens texts of the person, so that all of them together take at most `maxBackgroundShare`
 * of the context. Tokens that the first texts do not use are left for the next ones.
 */
export function createBackground({
  contextTokens,
  countTokens,
}: Pick<LanguageModel, 'contextTokens' | 'countTokens'>) {
  let room = contextTokens * maxBackgroundShare;
  return (text: string): string => {
    let cut = text;
    while (cut !== '' && countTokens(cut) > room) cut = cut.slice(0, Math.floor(cut.length * 0.8));
    room -= countTokens(cut);
    return cut;
  };
}

/**
 * Asks about all items. If they do not fit into the context, asks about each half.
 * @throws ModelError, also if a single item is too large, and the signal's reason
 */
export async function askOrSplit<Item, Answer>(
  items: readonly Item[],
  ask: (items: readonly Item[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  try {
    return await ask(items);
  } catch (error) {
    if (!(error instanceof ContextOverflow || error instanceof AnswerCut)) throw error;
    if (items.length < 2) throw new ModelError('processing.context_too_small', { cause: error });
    const half = Math.ceil(items.length / 2);
    return [...(await askOrSplit(items.slice(0, half), ask)), ...(await askOrSplit(items.slice(half), ask))];
  }
}
