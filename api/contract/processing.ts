import { z } from 'zod';
import { limits } from './limits.ts';
import { sessionLanguages } from './session.ts';

/** Body of `POST /api/v1/sessions/{id}/process` (§7.4, §10.13). */
export const processSchema = z.strictObject({
  /**
   * Labels of processing options to run, each as a job of its own. `custom` runs a prompt of the person. `custom_N` and
   * `corrections` make that result again.
   */
  options: z.array(z.string().max(100)).max(50).default([]),
  /** Makes a new version of the transcript, with the edits that can be carried over. Allowed also after an error. */
  regenerate_transcript: z.boolean().default(false),
  /** `participants` and `language` are stored in the session, but only with `regenerate_transcript`. */
  participants: z.number().int().min(1).max(limits.maxParticipants).nullable().optional(),
  language: z.enum(sessionLanguages).optional(),
  post_process: z.boolean().default(false),
  post_process_llm_fix: z.boolean().default(false),
  fix_with_agent: z.boolean().default(false),
  /** Text of the person that is added to the prompts. With the option `custom` it is the prompt. */
  user_process_data: z.string().max(20_000).default(''),
  /** Tab whose text a `custom` prompt works on: `transcript`, `notes` or `result:<label>`. */
  source_tab: z
    .string()
    .regex(/^(?:transcript|notes|result:[a-z0-9_]{1,50})$/)
    .default('transcript'),
  /**
   * Linear gain that is applied to the audio before speech recognition. A limiter keeps the true peak below full scale.
   * Without this field, the gain of an unfinished attempt is used again. Without such an attempt it is 1.
   */
  boost_factor: z.number().min(1).max(limits.maxBoost).optional(),
});
export type ProcessRequest = z.infer<typeof processSchema>;

/** Body of `POST /api/v1/sessions/{id}/cancel`. */
export const cancelSchema = z.object({
  /** Labels of results to cancel. An empty list cancels all work on the session. */
  options: z.array(z.string().max(100)).max(50).default([]),
});
