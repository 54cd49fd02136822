import { z } from 'zod';
import { toOneLine } from './one-line.ts';
import { correctionsLabel, customLabel } from './option-labels.ts';

export * from './option-labels.ts';

export const textLanguages = ['de', 'en', 'fr', 'it'] as const;
export type TextLanguage = (typeof textLanguages)[number];

/**
 * Form of a result. `text`: Markdown. `minutes`: decisions, tasks and open points. `claims`: statements with a verdict
 * each. `translation`: the transcript turn by turn in the language `target`. `prompt`: the answer to a custom prompt.
 */
export const optionForms = ['text', 'minutes', 'claims', 'translation', 'prompt'] as const;
export type OptionForm = (typeof optionForms)[number];

const reserved = new Set([correctionsLabel, 'transcript', 'notes', 'all', 'audio', 'session']);

/** The label of an option is its id (§3). */
const labelSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/)
  .refine((label) => !reserved.has(label) && !/^custom_\d+$/.test(label));

const namesSchema = z.object({
  de: z.string().overwrite(toOneLine).min(1).max(80),
  en: z.string().overwrite(toOneLine).min(1).max(80),
  fr: z.string().overwrite(toOneLine).min(1).max(80),
  it: z.string().overwrite(toOneLine).min(1).max(80),
});

/** A processing option as it is offered (§3). */
const offeredOptionSchema = z.object({
  label: labelSchema,
  names: namesSchema,
  enabled_by_default: z.boolean(),
  form: z.enum(optionForms),
  /** Target language of a translation. */
  target: z.enum(textLanguages).nullable(),
  /** Engine that would make the result now; null if the option needs a language model and none is configured. */
  engine: z.enum(['extract', 'llm']).nullable(),
});
export type OfferedOption = z.infer<typeof offeredOptionSchema>;

/**
 * Answer of `GET /api/v1/ai-processing-options`: the options of the current role, those enabled by default first, then
 * by label.
 */
export const offeredOptionsSchema = z.object({ options: z.array(offeredOptionSchema) });

/** An option as superusers see and change it. */
export const optionSchema = offeredOptionSchema.omit({ engine: true }).extend({
  /** Instruction to the language model, in any language; the form adds the format of the answer. */
  prompt: z.string().max(8_000),
  /**
   * Ids of the roles that may use the option. An empty list means everybody. A change may add roles of the host alone. A role
   * that the host removed stays, because the option would be open to everybody without it.
   */
  roles: z.array(z.string().min(1).max(64)).max(100),
  /** Revision of the option. It grows with each change that affects the option's results. */
  rev: z.number().int().positive(),
});
export type ProcessingOption = z.infer<typeof optionSchema>;

/** An option as it is saved. Contradictions are reported at the field that they concern. */
export const optionDraftSchema = optionSchema
  .omit({ rev: true })
  .strict()
  .superRefine((option, context) => {
    const { label, form, target, prompt } = option;
    const fault = (path: keyof typeof option, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
    };
    if (label === customLabel && form !== 'prompt') fault('form', 'The option "custom" has the form prompt.');
    if ((form === 'translation') !== (target !== null))
      fault('target', 'A translation has a target, nothing else has.');
    const asks = form === 'text' || (form === 'prompt' && label !== customLabel);
    if (asks && prompt.trim() === '') fault('prompt', 'This form needs a prompt.');
  });
export type OptionDraft = z.infer<typeof optionDraftSchema>;

/** All options of a host as they are saved. They replace the previous ones. */
export const optionDraftsSchema = z
  .array(optionDraftSchema)
  .min(1)
  .max(50)
  .refine((options) => new Set(options.map(({ label }) => label)).size === options.length, {
    message: 'Each label once.',
  });
