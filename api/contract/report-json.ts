import { z } from 'zod';
import { sessionLanguages } from './session.ts';
import { segmentSchema, transcriptSchema } from './transcript.ts';

/**
 * A report as JSON: the edited transcript with the time of every word. A `version` may get further fields; a field that
 * changes its meaning or is removed makes a new version.
 */
export const reportJsonSchema = z.object({
  format: z.literal('wortlaut.transcript'),
  version: z.literal(1),
  created_at: z.iso.datetime(),
  session: z.object({
    id: z.string(),
    title: z.string(),
    date: z.iso.datetime(),
    /** Seconds. */
    duration: z.number(),
    language: z.enum(sessionLanguages),
    participants: z.number().int().nullable(),
    fhir_patient_id: z.string().nullable(),
  }),
  transcript: z.object({
    /** Number of the engine's version, and number of edits. */
    version: z.number().int(),
    edits: z.number().int(),
    engine: z.string(),
    partial: z.boolean(),
  }),
  speakers: transcriptSchema.shape.speakers,
  /** Ascending. */
  segments: z.array(segmentSchema),
});
export type ReportJson = z.infer<typeof reportJsonSchema>;
