import { z } from 'zod';

/**
 * Formats of a report. People read `pdf`, `docx`, `txt` and `md` (§9). Programs read subtitles (`srt`, `vtt`) and data
 * (`json`), which exist for the transcript only.
 */
export const reportFormats = ['pdf', 'docx', 'txt', 'md', 'json', 'srt', 'vtt'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const transcriptOnlyFormats: readonly ReportFormat[] = ['json', 'srt', 'vtt'];

/**
 * What the report contains: `transcript`, `notes`, `all` (each under its own heading), or the result with this label.
 */
export const reportTypeSchema = z.string().min(1).max(100);

/** Query of `GET /api/v1/sessions/{id}/report`. The document is in the session's language. */
export const reportQuerySchema = z.object({
  report_type: reportTypeSchema.default('transcript'),
  file_type: z.enum(reportFormats).default('pdf'),
});
export type ReportQuery = z.infer<typeof reportQuerySchema>;
