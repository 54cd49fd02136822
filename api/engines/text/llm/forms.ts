import { z } from 'zod';

/**
 * JSON answers of the language model, by schema name. `segments`, `said`, `evidence` and `id` contain ids of turns as
 * in the block: `"s12"`.
 */
const ids = z.array(z.string().max(80)).max(60);
const line = z.string().max(4_000);
const point = z.object({ text: line, segments: ids });
export type Point = z.infer<typeof point>;

/** `minutes`. `who` and `due` are empty if nobody said so. */
const minutes = z.object({
  summary: z.array(point),
  decisions: z.array(point),
  tasks: z.array(z.object({ what: line, who: line, due: line, segments: ids })),
  open: z.array(point),
});
export type Minutes = z.infer<typeof minutes>;

/** `summary`: the joint summary of a long meeting, made from those of its parts. */
const summary = z.object({ summary: z.array(point) });

/**
 * `claims`. `said` are the turns with the claim, `evidence` other turns that support or contradict it, `note` such
 * words of the notes, verbatim. `doubt` is an objection from general knowledge, or empty.
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

/** `translation`: each turn once, by id. */
const translation = z.object({ turns: z.array(z.object({ id: z.string().max(80), text: z.string() })) });
export type TranslatedTurn = z.infer<typeof translation>['turns'][number];

export const answerForms = { minutes, summary, claims, translation };
export type AnswerForm = keyof typeof answerForms;
export type AnswerOf<Form extends AnswerForm> = z.infer<(typeof answerForms)[Form]>;

/**
 * Schema for the server: closed objects with all properties required, without bounds, which some grammars do not
 * support.
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
