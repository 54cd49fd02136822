import { z } from 'zod';
import { reportFormats, reportTypeSchema } from './export.ts';
import { limits } from './limits.ts';
import { readRecipient } from './recipient.ts';

/** An address, alone or in angle brackets after a name; hosts in any script. */
const recipientSchema = z
  .string()
  .max(500)
  .refine((text) => readRecipient(text).problem === null, 'is no e-mail address');

const sharedSchema = z.object({
  reports: z
    .array(z.object({ report_type: reportTypeSchema, file_type: z.enum(reportFormats) }))
    .min(1)
    .max(limits.maxShareReports),
  message: z.string().max(limits.maxMessageLength).default(''),
  /** Date of the documents, as a preview answered it, so that the previewed documents are sent. */
  at: z.iso.datetime().optional(),
});

/** `POST /api/v1/sessions/{id}/share`: chosen reports to recipients. */
export const shareSchema = sharedSchema.extend({
  /** A repeated request with the same id is not sent again; it gets the answer of the first. */
  id: z.uuid().optional(),
  recipients: z.array(recipientSchema).min(1).max(limits.maxRecipients),
});
export type ShareRequest = z.infer<typeof shareSchema>;

/** `POST /api/v1/sessions/{id}/share/preview`: a preview of the message. */
export const sharePreviewRequestSchema = sharedSchema;
export type SharePreviewRequest = z.infer<typeof sharePreviewRequestSchema>;

export const sharePreviewSchema = z.object({
  /** Outgoing mail is set up; otherwise the page offers the documents and a prepared mail, for which the text is written. */
  can_send: z.boolean(),
  /** Empty if nothing can be sent. */
  from: z.string(),
  /** Null if the account has no address. */
  reply_to: z.string().nullable(),
  /** In the language of the session, as is the text. */
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
  at: z.iso.datetime(),
});
export type SharePreview = z.infer<typeof sharePreviewSchema>;

/** `refused`: recipients without the message, because the mail server refused them or disconnected. */
export const shareAnswerSchema = z.object({ sent: z.number().int(), refused: z.array(z.string()) });
export type ShareAnswer = z.infer<typeof shareAnswerSchema>;
