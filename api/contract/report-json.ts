import { z } from 'zod';
import { sessionLanguages } from './session.ts';
import { segmentSchema, transcriptSchema } from './transcript.ts';

/**
 * A report as JSON: the edited transcript with the time of every word. Fields may be added to a `version`. If a field
 * is removed or changes its meaning, the format gets a new version.
 */
export const reportJsonSchema = z.object({
  format: z.literal('wortlaut.transcript'),
  version: z.literal(1),
  created_at: z.iso.datetime(),
  session: z.object({
    id: z.string(),
    title: z.string(),
    date: z.iso.datetime(),
    /** Duration of the audio, s. */
    duration: z.number(),
    language: z.enum(sessionLanguages),
    participants: z.number().int().nullable(),
    fhir_patient_id: z.string().nullable(),
  }),
  transcript: z.object({
    /**
     * `version` counts the transcripts that engines made for the session; `edits` is the number of edits of this one.
     */
    version: z.number().int(),
    edits: z.number().int(),
    engine: z.string(),
    partial: z.boolean(),
    draft: transcriptSchema.shape.draft,
  }),
  speakers: transcriptSchema.shape.speakers,
  /** Segments in ascending order of time. */
  segments: z.array(segmentSchema),
});
export type ReportJson = z.infer<typeof reportJsonSchema>;
