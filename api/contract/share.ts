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
  /** Whether outgoing mail is set up. If not, the page offers the documents and a prepared mail; the text is written for it. */
  can_send: z.boolean(),
  /** Address of the server; empty if it cannot send mail. */
  from: z.string(),
  /** Address of the person, to which answers go; null if the account has none that is verified. */
  reply_to: z.string().nullable(),
  /** Subject and text are in the language of the session. */
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
  at: z.iso.datetime(),
});
export type SharePreview = z.infer<typeof sharePreviewSchema>;

/** `sent`: number of recipients that got the message. `refused`: addresses of the others. */
export const shareAnswerSchema = z.object({ sent: z.number().int(), refused: z.array(z.string()) });
export type ShareAnswer = z.infer<typeof shareAnswerSchema>;
