import { z } from 'zod';

/** Formats for people (§9), and for programs: subtitles and data exist for the transcript only. */
export const reportFormats = ['pdf', 'docx', 'txt', 'md', 'json', 'srt', 'vtt'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const transcriptOnlyFormats: readonly ReportFormat[] = ['json', 'srt', 'vtt'];

/** `transcript`, `notes`, `all` (each under its own heading), or the label of a result. */
export const reportTypeSchema = z.string().min(1).max(100);

/** `GET /api/v1/sessions/{id}/report`. The document is in the session's language. */
export const reportQuerySchema = z.object({
  report_type: reportTypeSchema.default('transcript'),
  file_type: z.enum(reportFormats).default('pdf'),
});
export type ReportQuery = z.infer<typeof reportQuerySchema>;
