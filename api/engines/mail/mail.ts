export type MailAttachment = { name: string; type: string; bytes: Buffer };

/** One message, sent to each recipient separately, so that none sees the others. */
export type Mail = {
  recipients: readonly string[];
  /** Reply-To. Null means that replies go to the sender. */
  replyTo: { name: string; address: string } | null;
  subject: string;
  text: string;
  /** Language tag (RFC 5646) of subject and text. */
  language: string;
  attachments: readonly MailAttachment[];
};

/**
 * Why sending failed. `unreachable`: no response in time; `tls`: no encryption or an invalid certificate; `auth`,
 * `sender` (MAIL_FROM), `recipient`, `too_large`, `content`: refused by the server; `broken`: the connection was lost.
 */
export type MailFault =
  | 'unreachable'
  | 'tls'
  | 'auth'
  | 'sender'
  | 'recipient'
  | 'too_large'
  | 'content'
  | 'broken';

/** Sending failed. The error contains no text of the server's reply, which may name people. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly fault: MailFault;
  /** SMTP reply code (RFC 5321, 4.2), or 0 if the server sent none. */
  readonly reply: number;

  constructor(fault: MailFault, reply = 0) {
    super(`mail: ${fault}`);
    this.fault = fault;
    this.reply = reply;
  }
}

type MailFailure = { address: string; error: MailError };
export type MailOutcome = { sent: string[]; failed: MailFailure[] };

export type MailSender = {
  /** From header. */
  readonly from: string;
  /**
   * Sends to one recipient after the other, to each at most once: if the connection breaks during delivery, the
   * recipient counts as failed.
   * @throws MailError if no recipient could be reached (no connection, wrong password, too large)
   */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>;
  check(): Promise<void>;
};
