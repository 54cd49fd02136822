import { z } from 'zod';
import { reportFormats, reportTypeSchema } from './export.ts';
import { limits } from './limits.ts';
import { readRecipient } from './recipient.ts';

/** An address, alone or in angle brackets after a name. The host may be written in any script. */
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
  /**
   * Date of the documents, as the answer to a preview stated it. With it, the documents that were previewed are sent.
   */
  at: z.iso.datetime().optional(),
});

/** Body of `POST /api/v1/sessions/{id}/share`: which reports are sent to which recipients. */
export const shareSchema = sharedSchema.extend({
  /** A repeated request with the same id is not sent again; it gets the answer of the first. */
  id: z.uuid().optional(),
  recipients: z.array(recipientSchema).min(1).max(limits.maxRecipients),
});
export type ShareRequest = z.infer<typeof shareSchema>;

/** Body of `POST /api/v1/sessions/{id}/share/preview`, which returns a preview of the message. */
export const sharePreviewRequestSchema = sharedSchema;
export type SharePreviewRequest = z.infer<typeof sharePreviewRequestSchema>;

export const sharePreviewSchema = z.object({
  /**
   * Whether outgoing mail is set up. If not, the text is written for a mail that the page prepares, beside the
   * documents to download.
   */
  can_send: z.boolean(),
  /** Address from which the server sends; empty if it cannot send mail. */
  from: z.string(),
  /** Address of the person, to which replies go; null if the account has no verified address. */
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
