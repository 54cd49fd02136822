import { z } from 'zod';
import { ModelError, type ChatMessage, type LanguageModel } from '#api/engines/language/language-model.ts';
import { readJson } from '#api/engines/text/llm/read-answer.rules.ts';

/** Thrown if the answer is longer than the rest of the context. The caller then asks about fewer items. */
export class AnswerCut extends Error {
  override readonly name = 'AnswerCut';
}

type Question<Schema extends z.ZodType> = {
  model: LanguageModel;
  name: string;
  schema: Schema;
  system: string;
  user: string;
  maxTokens: number;
  signal: AbortSignal;
};

/**
 * Asks the model for JSON of a schema. After an invalid answer, the model is asked once more.
 * @throws ModelError, ContextOverflow, AnswerCut, the reason of `signal`
 */
export async function askJson<Schema extends z.ZodType>(
  question: Question<Schema>,
): Promise<z.output<Schema>> {
  const { model, name, schema, system, user, maxTokens, signal } = question;
  const { $schema: _, ...shape } = z.toJSONSchema(schema);
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
  for (let tries = 0; tries < 2; tries++) {
    const { text, finish } = await model.chat({
      messages,
      maxTokens,
      schema: { name, schema: shape },
      signal,
    });
    // A model may write a sentence before the object.
    const read = schema.safeParse(readJson(text.slice(Math.max(0, text.indexOf('{')))));
    if (read.success) return read.data;
    if (finish === 'length') throw new AnswerCut('the answer was cut');
    messages.push(
      { role: 'assistant', content: text },
      {
        role: 'user',
        content: `Answer again, with nothing but JSON of this schema: ${JSON.stringify(shape)}`,
      },
    );
  }
  throw new ModelError('processing.answer_unusable');
}
