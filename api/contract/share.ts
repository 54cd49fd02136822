import { z } from 'zod';
import { reportFormats, reportTypeSchema } from './export.ts';
import { limits } from './limits.ts';
import { readRecipient } from './recipient.ts';

/** An address, alone or in angle brackets behind a name; hosts in any script. */
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
  /** The moment of the documents and their names, as a preview answered it: what was shown is what is sent. */
  at: z.iso.datetime().optional(),
});

/** `POST /api/v1/sessions/{id}/share`: chosen reports to recipients. */
export const shareSchema = sharedSchema.extend({
  /** The same again is not sent again: it waits for the answer of the first, and gets it. */
  id: z.uuid().optional(),
  recipients: z.array(recipientSchema).min(1).max(limits.maxRecipients),
});
export type ShareRequest = z.infer<typeof shareSchema>;

/** `POST /api/v1/sessions/{id}/share/preview`: what would be sent. */
export const sharePreviewRequestSchema = sharedSchema;
export type SharePreviewRequest = z.infer<typeof sharePreviewRequestSchema>;

export const sharePreviewSchema = z.object({
  /** Outgoing mail is set up; else the page offers the documents and a prepared mail, and the text is written for that. */
  can_send: z.boolean(),
  /** Empty where nothing can be sent. */
  from: z.string(),
  /** Who gets answers; null where the account has no address. */
  reply_to: z.string().nullable(),
  /** In the language of the session, as the text is. */
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
  at: z.iso.datetime(),
});
export type SharePreview = z.infer<typeof sharePreviewSchema>;

/** `refused`: recipients who have not got it, because the mail server said no or went away in the middle. */
export const shareAnswerSchema = z.object({ sent: z.number().int(), refused: z.array(z.string()) });
export type ShareAnswer = z.infer<typeof shareAnswerSchema>;
