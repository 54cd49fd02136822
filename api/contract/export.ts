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

const two = (value: number): string => String(value).padStart(2, '0');

/** What file systems and mail programs stumble over, in any of them. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g;

/** §5: `title_yymmdd-hhmmss_reporttype.ext`, the UTC time of the download. */
export function reportName(title: string, type: string, format: ReportFormat, nowMs: number): string {
  const now = new Date(nowMs);
  const day = [now.getUTCFullYear() % 100, now.getUTCMonth() + 1, now.getUTCDate()].map(two).join('');
  const time = [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()].map(two).join('');
  const tidy = (text: string) => text.replace(forbidden, ' ').replace(/\s+/g, ' ').trim();
  return `${tidy(title).replace(/^\.+/, '').slice(0, 120).trim() || 'session'}_${day}-${time}_${tidy(type)}.${format}`;
}
