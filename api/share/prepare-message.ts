import type { ReportQuery } from '#api/contract/export.ts';
import { dayMs } from '#api/contract/time.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { SharePreviewRequest } from '#api/contract/share.ts';
import type { MailAttachment } from '#api/engines/mail/mail.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner } from '#api/db/owner.ts';
import type { UserStore } from '#api/user/user.store.ts';
import { distinct, writeAttachments, type ReportWriter } from './attachments.ts';
import { toWriter, writeLetter, type Letter, type Writer } from './letter.rules.ts';

export type PrepareDeps = {
  reports: ReportWriter;
  users: Pick<UserStore, 'find'>;
  clock: Clock;
};

type PreparedMessage = Letter & {
  writer: Writer;
  attachments: MailAttachment[];
  /** Date of the documents, ms since the epoch. */
  nowMs: number;
};

/** The documents of a preview can be sent for this long with the same date. */
const previewHoldsMs = dayMs;

/**
 * Writes the letter and the documents of a message. If `isSentHere` is true, this server sends the message; otherwise
 * the person does, with their own program.
 * @throws AppError `auth.required`, `share.too_large`, or the reason why a report cannot be written
 */
export async function prepareMessage(
  { reports, users, clock }: PrepareDeps,
  { owner, session, request }: { owner: Owner; session: SessionDetail; request: SharePreviewRequest },
  { isSentHere, signal }: { isSentHere: boolean; signal: AbortSignal },
): Promise<PreparedMessage> {
  const user = await users.find(owner.host, owner.userId);
  if (!user) throw new AppError('auth.required');
  const writer = toWriter(user);
  const chosen: readonly ReportQuery[] = distinct(request.reports);
  const nowMs = documentTime(request.at, clock.now());
  const attachments = await writeAttachments(reports, session, chosen, { signal, nowMs });
  const letter = writeLetter({ session, writer, reports: chosen, message: request.message, isSentHere });
  return { writer, attachments, nowMs, ...letter };
}

/** Returns the date of the previewed documents if it is recent, otherwise `nowMs`. */
function documentTime(previewedAt: string | undefined, nowMs: number): number {
  const atMs = previewedAt === undefined ? nowMs : Date.parse(previewedAt);
  return atMs <= nowMs && atMs > nowMs - previewHoldsMs ? atMs : nowMs;
}
