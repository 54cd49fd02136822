import { z } from 'zod';

/**
 * What a language model answers where the answer is no text, by the name of the schema that it is asked with. Wherever
 * `segments`, `said`, `evidence` or `id` stand, ids of turns stand in them, as in the block: `"s12"`.
 */
const ids = z.array(z.string().max(80)).max(60);
const line = z.string().max(4_000);
const point = z.object({ text: line, segments: ids });
export type Point = z.infer<typeof point>;

/** `minutes`. `who`, `due`: empty where nobody said so. */
const minutes = z.object({
  summary: z.array(point),
  decisions: z.array(point),
  tasks: z.array(z.object({ what: line, who: line, due: line, segments: ids })),
  open: z.array(point),
});
export type Minutes = z.infer<typeof minutes>;

/** `summary`: that of the minutes of a long meeting, of those of its parts. */
const summary = z.object({ summary: z.array(point) });

/**
 * `claims`. `said`: where the claim is made; `evidence`: other turns that support or contradict it; `note`: words of the notes that do,
 * as they stand there; `doubt`: what general knowledge says against it, empty: nothing.
 */
const claims = z.object({
  claims: z.array(
    z.object({
      claim: line,
      said: ids,
      verdict: z.enum(['supported', 'contradicted', 'not_found']),
      reason: line,
      evidence: ids,
      note: line,
      doubt: line,
    }),
  ),
});
export type Claim = z.infer<typeof claims>['claims'][number];

/** `translation`: each turn once, by its id. */
const translation = z.object({ turns: z.array(z.object({ id: z.string().max(80), text: z.string() })) });
export type TranslatedTurn = z.infer<typeof translation>['turns'][number];

export const answerForms = { minutes, summary, claims, translation };
export type AnswerForm = keyof typeof answerForms;
export type AnswerOf<Form extends AnswerForm> = z.infer<(typeof answerForms)[Form]>;

/** As it goes to the server: closed objects with all properties required, without bounds that some grammars do not know. */
export function toJsonSchema(form: AnswerForm): object {
  return strip(z.toJSONSchema(answerForms[form])) as object;
}

const unknown = new Set(['$schema', 'maxLength', 'maxItems', 'minLength', 'minItems']);

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (unknown.has(key) ? [] : [[key, strip(inner)]])),
  );
}
