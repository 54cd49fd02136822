export type MailAttachment = { name: string; type: string; bytes: Buffer };

/** One message. It is sent to each recipient separately, so that no recipient sees the others. */
export type Mail = {
  recipients: readonly string[];
  /** Address of the header Reply-To. Null means that replies go to the sender. */
  replyTo: { name: string; address: string } | null;
  subject: string;
  text: string;
  /** Language tag (RFC 5646) of subject and text. */
  language: string;
  attachments: readonly MailAttachment[];
};

/**
 * Why sending failed. `unreachable`: no response in time. `tls`: no encryption or an invalid certificate. `auth`,
 * `sender` (MAIL_FROM), `recipient`, `too_large`, `content`: the server refused this. `broken`: the connection was
 * lost.
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

/** Sending failed. The error contains no text of the server's reply, because that may name people. */
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
  /** Value of the From header. */
  readonly from: string;
  /**
   * Sends to one recipient after the other, to each at most once. If the connection breaks during delivery, the
   * recipient counts as failed.
   * @throws MailError if no recipient got the message for a reason that concerns all (no connection, wrong password,
   * too large)
   */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>;
  check(): Promise<void>;
};
