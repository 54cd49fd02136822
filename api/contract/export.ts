import { z } from 'zod';

/** A document for people (§9), or for programs: subtitles and data are of the transcript alone. */
export const reportFormats = ['pdf', 'docx', 'txt', 'md', 'json', 'srt', 'vtt'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const transcriptOnlyFormats: readonly ReportFormat[] = ['json', 'srt', 'vtt'];

/** `transcript`, `notes`, `all` (each on its own heading), or the label of a result. */
export const reportTypeSchema = z.string().min(1).max(100);

/** `GET /api/v1/sessions/{id}/report`. The document speaks the session's language. */
export const reportQuerySchema = z.object({
  report_type: reportTypeSchema.default('transcript'),
  file_type: z.enum(reportFormats).default('pdf'),
});
export type ReportQuery = z.infer<typeof reportQuerySchema>;
