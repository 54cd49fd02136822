import { readRecipient } from '#api/contract/recipient.ts';
import { minuteMs } from '#api/contract/time.ts';
import { withoutDoubles } from '#api/shared/recipient-list.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import type { ShareAnswer, SharePreview, SharePreviewRequest, ShareRequest } from '#api/contract/share.ts';
import { MailError, type MailFault, type MailOutcome, type MailSender } from '#api/engines/mail/mail.ts';
import { documentLanguageOf } from '#api/export/words.ts';
import { isoTime } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import type { Log } from '#api/lib/log.ts';
import type { Owner } from '#api/db/owner.ts';
import { isVerified } from '#api/user/user.rules.ts';
import { createAnswerMemory } from './answer-memory.ts';
import { prepareMessage, type PrepareDeps } from './prepare-message.ts';
import type { ShareLimit, ShareStore } from './share.store.ts';

type SharingDeps = PrepareDeps & {
  /** Null if outgoing mail is not set up. */
  sender: MailSender | null;
  shares: ShareStore;
  log: Log;
  /** Maximum duration of sending one message, ms. */
  longestMs?: number;
};

export type Sharing = ReturnType<typeof createSharing>;

/** Maximum duration of making a preview, ms. */
const previewMs = minuteMs;

/** Creates the functions that send reports by e-mail (§7: share). The caller has checked the owner. */
export function createSharing(deps: SharingDeps) {
  const { sender, clock, longestMs = 5 * minuteMs } = deps;
  const closing = new AbortController();
  const answers = createAnswerMemory(clock);
  const signalFor = (ms: number): AbortSignal => AbortSignal.any([closing.signal, AbortSignal.timeout(ms)]);

  return {
    /** Returns what `send` would send now. */
    async preview(owner: Owner, session: SessionDetail, request: SharePreviewRequest): Promise<SharePreview> {
      const options = { isSentHere: sender !== null, signal: signalFor(previewMs) };
      const prepared = await prepareMessage(deps, { owner, session, request }, options);
      const { writer, attachments, subject, text, nowMs } = prepared;
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
     * Sends a message, also if the client disconnects. A repeated request with the same id gets the answer of the
     * first. The address of the person must be confirmed, because replies go to it.
     * @throws AppError `share.*`, or the reason why a report cannot be written
     */
    async send(owner: Owner, session: SessionDetail, request: ShareRequest): Promise<ShareAnswer> {
      if (!sender) throw new AppError('share.mail_missing');
      const user = await deps.users.find(owner.host, owner.userId);
      if (!user) throw new AppError('auth.required');
      if (!isVerified(user)) throw new AppError('share.not_verified');
      const id = request.id ?? newId();
      const message = { owner, session, request, id };
      return answers.answerOnce(JSON.stringify([owner.host, owner.userId, id]), () =>
        sendMessage({ ...deps, sender }, message, signalFor(longestMs)),
      );
    },

    /** Starts no further sending and waits for the messages under way. */
    async close(): Promise<void> {
      closing.abort();
      await answers.settled();
    },
  };
}

type Message = { owner: Owner; session: SessionDetail; request: ShareRequest; id: string };

/** Counts the message against the limits, and sends it. A message that nobody received is not counted. */
async function sendMessage(
  deps: PrepareDeps & { sender: MailSender; shares: ShareStore; log: Log },
  { owner, session, request, id }: Message,
  signal: AbortSignal,
): Promise<ShareAnswer> {
  const { sender, shares, log } = deps;
  const recipients = withoutDoubles(request.recipients.flatMap((text) => readRecipient(text).address ?? []));
  await takeTurn(shares, { owner, id, sessionId: session.id, recipients });
  // The log gets ids and counts, but no address and no title.
  const logged = {
    user_id: owner.userId,
    session_id: session.id,
    recipients: recipients.length,
    reports: request.reports.map(({ report_type, file_type }) => `${report_type}.${file_type}`),
  };
  try {
    const prepared = await prepareMessage(deps, { owner, session, request }, { isSentHere: true, signal });
    const { writer, attachments, subject, text } = prepared;
    const replyTo = writer.address === null ? null : { name: writer.name, address: writer.address };
    const language = documentLanguageOf(session.language);
    const mail = { recipients, subject, text, attachments, replyTo, language };
    const { sent, failed } = someSent(await sender.send(mail, signal));
    await shares.finish(owner, id, sent.length);
    const faults = [...new Set(failed.map(({ error }) => error.fault))];
    log.info({ ...logged, sent: sent.length, ...(faults.length > 0 ? { faults } : {}) }, 'share: sent');
    return { sent: sent.length, refused: failed.map(({ address }) => address) };
  } catch (error) {
    await shares.forget(owner, id);
    if (!(error instanceof MailError)) throw error;
    log.warn({ ...logged, fault: error.fault, reply: error.reply }, 'share: nobody got it');
    throw new AppError(codeOf(error.fault));
  }
}

const limitCodes = {
  hour: 'share.too_many',
  day: 'share.day_limit',
  server_day: 'share.server_day_limit',
} as const satisfies Record<ShareLimit, ErrorCode>;

/**
 * Counts the message against the limits.
 * @throws AppError `share.interrupted`, `share.too_many`, `share.day_limit`, `share.server_day_limit`
 */
async function takeTurn(
  shares: Pick<ShareStore, 'take'>,
  { owner, id, ...message }: { owner: Owner; id: string; sessionId: string; recipients: readonly string[] },
): Promise<void> {
  const turn = await shares.take(owner, id, message);
  if (turn.kind === 'known') throw new AppError('share.interrupted');
  if (turn.kind === 'too_many')
    throw new AppError(limitCodes[turn.limit], {
      extra: { retry_after_s: Math.max(1, Math.ceil(turn.retryAfterMs / 1000)) },
    });
}

/** Returns the outcome. @throws MailError of the first recipient, if nobody received the message */
function someSent(outcome: MailOutcome): MailOutcome {
  const [first] = outcome.failed;
  if (outcome.sent.length === 0 && first) throw first.error;
  return outcome;
}

const codeOf = (fault: MailFault): ErrorCode =>
  fault === 'too_large'
    ? 'share.too_large'
    : fault === 'recipient'
      ? 'share.recipient_refused'
      : 'share.mail_failed';
