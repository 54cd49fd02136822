import { z } from 'zod';
import { reportFormats, reportTypeSchema } from './export.ts';
import { limits } from './limits.ts';

/** `POST /api/v1/sessions/{id}/share`: chosen reports to recipients; `…/share/preview` answers what would be sent. */
export const shareSchema = z.object({
  recipients: z.array(z.email().max(254)).min(1).max(limits.maxRecipients),
  reports: z
    .array(z.object({ report_type: reportTypeSchema, file_type: z.enum(reportFormats) }))
    .min(1)
    .max(limits.maxShareReports),
  message: z.string().max(limits.maxMessageLength).default(''),
});
export type ShareRequest = z.infer<typeof shareSchema>;

export const sharePreviewSchema = z.object({
  /** Outgoing mail is set up; else the page offers the documents and a prepared mail. */
  can_send: z.boolean(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
});
export type SharePreview = z.infer<typeof sharePreviewSchema>;

/** `refused`: recipients whom the mail server did not take, where it took others. */
export const shareAnswerSchema = z.object({ sent: z.number().int(), refused: z.array(z.string()) });
export type ShareAnswer = z.infer<typeof shareAnswerSchema>;
