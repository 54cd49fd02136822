import { z } from 'zod';

/**
 * JSON answers of the language model, by the name of their schema. `segments`, `said`, `evidence` and `id` contain ids
 * of turns as in the block: `"s12"`.
 */
const ids = z.array(z.string().max(80)).max(60);
const line = z.string().max(4_000);
const point = z.object({ text: line, segments: ids });
export type Point = z.infer<typeof point>;

/** `minutes`. `who` is empty if nobody was named, `due` if no deadline was named. */
const minutes = z.object({
  summary: z.array(point),
  decisions: z.array(point),
  tasks: z.array(z.object({ what: line, who: line, due: line, segments: ids })),
  open: z.array(point),
});
export type Minutes = z.infer<typeof minutes>;

/** `summary`: one summary of a long meeting, made from the summaries of its parts. */
const summary = z.object({ summary: z.array(point) });

/**
 * `claims`. `said` are the turns that contain the claim. `evidence` are other turns that support or contradict it.
 * `note` are words of the notes that do so, copied exactly. `doubt` is an objection from general knowledge, or empty.
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

/** `translation`: each turn once, with its id. */
const translation = z.object({ turns: z.array(z.object({ id: z.string().max(80), text: z.string() })) });
export type TranslatedTurn = z.infer<typeof translation>['turns'][number];

export const answerForms = { minutes, summary, claims, translation };
export type AnswerForm = keyof typeof answerForms;
export type AnswerOf<Form extends AnswerForm> = z.infer<(typeof answerForms)[Form]>;

/**
 * Returns the JSON Schema for the server: closed objects in which all properties are required. Bounds are left out,
 * because some servers do not support them.
 */
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
