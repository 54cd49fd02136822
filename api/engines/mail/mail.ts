export type MailAttachment = { name: string; type: string; bytes: Buffer };

/** One message; each recipient gets a copy of their own and sees no other. */
export type Mail = {
  recipients: readonly string[];
  /** Where answers go, and who that is; null: to the sender. */
  replyTo: { name: string; address: string } | null;
  subject: string;
  /** Plain text. */
  text: string;
  /** RFC 5646, of subject and text. */
  language: string;
  attachments: readonly MailAttachment[];
};

/**
 * Why nothing was sent, or not to one of them. `unreachable`: no answer, or none in time; `tls`: no encryption, or a
 * certificate that does not hold; `auth`: user and password are refused; `sender`: MAIL_FROM is; `recipient`; `too_large`;
 * `content`: the message itself is refused; `broken`: the connection ended in the middle.
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

/** Holds no word of the server's answer: that may name people. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly fault: MailFault;
  /** The number of the server's answer (RFC 5321, 4.2), 0 without one. */
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
  /** As recipients see it. */
  readonly from: string;
  /**
   * Sends to one after the other, and never twice to one: whoever may have got it when a connection ended counts as failed.
   * @throws MailError where nobody could get it (no connection, wrong password, too large)
   */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>;
  /** Signs in and goes. @throws MailError */
  check(): Promise<void>;
};
