import { z } from 'zod';
import { sessionLanguages } from './session.ts';
import { segmentSchema, transcriptSchema } from './transcript.ts';

/**
 * A report as JSON: the transcript as people left it, with every word's time. Fields may be added within a `version`; one that
 * changes its meaning or goes makes a new one.
 */
export const reportJsonSchema = z.object({
  format: z.literal('wortlaut.transcript'),
  version: z.literal(1),
  /** When it was written. */
  created_at: z.iso.datetime(),
  session: z.object({
    id: z.string(),
    title: z.string(),
    date: z.iso.datetime(),
    /** s. */
    duration: z.number(),
    language: z.enum(sessionLanguages),
    participants: z.number().int().nullable(),
    fhir_patient_id: z.string().nullable(),
  }),
  transcript: z.object({
    /** Of the machine's versions, and how often people have changed it. */
    version: z.number().int(),
    edits: z.number().int(),
    engine: z.string(),
    /** The engine is still writing. */
    partial: z.boolean(),
  }),
  speakers: transcriptSchema.shape.speakers,
  /** Ascending. */
  segments: z.array(segmentSchema),
});
export type ReportJson = z.infer<typeof reportJsonSchema>;
