import { readRecipient } from '#api/contract/recipient.ts';
import { withoutDoubles } from '#api/shared/recipient-list.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import type { ShareAnswer, SharePreview, SharePreviewRequest, ShareRequest } from '#api/contract/share.ts';
import { MailError, type MailFault, type MailOutcome, type MailSender } from '#api/engines/mail/mail.ts';
import { documentLanguageOf } from '#api/export/words.ts';
import { isoTime, type Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import type { Log } from '#api/lib/log.ts';
import type { Owner } from '#api/db/owner.ts';
import type { UserStore } from '#api/user/user.store.ts';
import { distinct, writeAttachments, type ReportWriter } from './attachments.ts';
import { toWriter, writeLetter } from './letter.rules.ts';
import type { ShareLimit, ShareStore } from './share.store.ts';

type SharingDeps = {
  /** Null: outgoing mail is not set up. */
  sender: MailSender | null;
  reports: ReportWriter;
  shares: ShareStore;
  users: Pick<UserStore, 'find'>;
  clock: Clock;
  log: Log;
  /** Maximum duration of sending one message, ms. */
  longestMs?: number;
};

export type Sharing = ReturnType<typeof createSharing>;

const answersKeptMs = 600_000;
/** A preview stays valid this long. */
const previewHoldsMs = 24 * 3_600_000;
const previewMs = 60_000;

const limitCodes = {
  hour: 'share.too_many',
  day: 'share.day_limit',
  server_day: 'share.server_day_limit',
} as const satisfies Record<ShareLimit, ErrorCode>;

const codeOf = (fault: MailFault): ErrorCode =>
  fault === 'too_large'
    ? 'share.too_large'
    : fault === 'recipient'
      ? 'share.recipient_refused'
      : 'share.mail_failed';

/** Reports by e-mail (§7: share). The caller has checked the owner. */
export function createSharing(deps: SharingDeps) {
  const { sender, reports, shares, users, clock, log, longestMs = 300_000 } = deps;
  const closing = new AbortController();
  const underWay = new Map<string, { answer: Promise<ShareAnswer>; endedAtMs: number | null }>();

  const momentOf = (at: string | undefined): number => {
    const now = clock.now();
    const asked = at === undefined ? now : Date.parse(at);
    return asked <= now && asked > now - previewHoldsMs ? asked : now;
  };

  const prepare = async (
    owner: Owner,
    session: SessionDetail,
    request: SharePreviewRequest,
    signal: AbortSignal,
  ) => {
    const user = await users.find(owner.host, owner.userId);
    if (!user) throw new AppError('auth.required');
    const [writer, chosen] = [toWriter(user), distinct(request.reports)];
    const nowMs = momentOf(request.at);
    const attachments = await writeAttachments(reports, session, chosen, { signal, nowMs });
    const letter = writeLetter({
      session,
      writer,
      reports: chosen,
      message: request.message,
      isSentHere: sender !== null,
    });
    return { writer, chosen, attachments, nowMs, ...letter };
  };

  const sendNow = async (
    mail: MailSender,
    {
      owner,
      session,
      request,
      id,
    }: { owner: Owner; session: SessionDetail; request: ShareRequest; id: string },
  ): Promise<ShareAnswer> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(longestMs)]);
    const recipients = withoutDoubles(
      request.recipients.flatMap((text) => readRecipient(text).address ?? []),
    );
    const turn = await shares.take(owner, id, { sessionId: session.id, recipients });
    if (turn.kind === 'known') throw new AppError('share.interrupted');
    if (turn.kind === 'too_many')
      throw new AppError(limitCodes[turn.limit], {
        extra: { retry_after_s: Math.max(1, Math.ceil(turn.retryAfterMs / 1000)) },
      });
    // Counts only: no address, no title.
    const logged = {
      user_id: owner.userId,
      session_id: session.id,
      recipients: recipients.length,
      reports: request.reports.map(({ report_type, file_type }) => `${report_type}.${file_type}`),
    };
    try {
      const { writer, attachments, subject, text } = await prepare(owner, session, request, signal);
      const { address, name } = writer;
      const outcome = await mail.send(
        {
          recipients,
          subject,
          text,
          attachments,
          replyTo: address === null ? null : { name, address },
          language: documentLanguageOf(session.language),
        },
        signal,
      );
      const { sent, failed } = settled(outcome);
      await shares.finish(owner, id, sent.length);
      const faults = [...new Set(failed.map(({ error }) => error.fault))];
      log.info({ ...logged, sent: sent.length, ...(faults.length > 0 ? { faults } : {}) }, 'share: sent');
      return { sent: sent.length, refused: failed.map(({ address: refused }) => refused) };
    } catch (error) {
      await shares.forget(owner, id);
      if (!(error instanceof MailError)) throw error;
      log.warn({ ...logged, fault: error.fault, reply: error.reply }, 'share: nobody got it');
      throw new AppError(codeOf(error.fault));
    }
  };

  const forgetOldAnswers = (): void => {
    for (const [key, { endedAtMs }] of underWay)
      if (endedAtMs !== null && clock.now() - endedAtMs > answersKeptMs) underWay.delete(key);
  };

  return {
    /** What `send` would send now. */
    async preview(owner: Owner, session: SessionDetail, request: SharePreviewRequest): Promise<SharePreview> {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(previewMs)]);
      const { writer, attachments, subject, text, nowMs } = await prepare(owner, session, request, signal);
      return {
        can_send: sender !== null,
        from: sender?.from ?? '',
        reply_to: writer.address,
        subject,
        text,
        attachments: attachments.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
        at: isoTime(nowMs),
      };
    },

    /**
     * Continues if the client disconnects. A repeated request with the same id gets the answer of the first.
     * @throws AppError `share.*`, or the reason why a report cannot be written
     */
    send(owner: Owner, session: SessionDetail, request: ShareRequest): Promise<ShareAnswer> {
      if (!sender) return Promise.reject(new AppError('share.mail_missing'));
      forgetOldAnswers();
      const id = request.id ?? newId();
      const key = JSON.stringify([owner.host, owner.userId, id]);
      const known = underWay.get(key);
      if (known) return known.answer;
      const answer = sendNow(sender, { owner, session, request, id });
      const entry = { answer, endedAtMs: null as number | null };
      underWay.set(key, entry);
      answer
        .then(() => (entry.endedAtMs = clock.now()))
        // Nobody received it: the same id may be tried again.
        .catch(() => underWay.delete(key));
      return answer;
    },

    /** Starts no further sending and waits for the messages under way. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled([...underWay.values()].map(({ answer }) => answer));
    },
  };
}

/** @throws MailError of the first recipient, if nobody received the message. */
function settled(outcome: MailOutcome): MailOutcome {
  const [first] = outcome.failed;
  if (outcome.sent.length === 0 && first) throw first.error;
  return outcome;
}
