import type { ConnectionOptions } from 'node:tls';
import addressparser from 'nodemailer/lib/addressparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import { MailError, type Mail, type MailOutcome, type MailSender } from './mail.ts';
import { openSmtpLink, smtpTimes, type SmtpLink, type SmtpTimes } from './smtp-connection.ts';
import type { SmtpServer } from './smtp-url.rules.ts';

type SmtpSenderOptions = {
  server: SmtpServer;
  from: string;
  times?: SmtpTimes;
  /**
   * TLS options for certificates that the system does not trust. Those of an administrator are given by
   * NODE_EXTRA_CA_CERTS.
   */
  tls?: ConnectionOptions;
};

/** Writes the message without the header `To`, so that attachments are encoded only once for all recipients. */
const compose = (from: string, mail: Mail): Promise<Buffer> =>
  new MailComposer({
    from,
    ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
    subject: mail.subject,
    text: mail.text,
    headers: { 'Content-Language': mail.language },
    attachments: mail.attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: bytes,
      // Other encodings would change line ends.
      contentTransferEncoding: 'base64',
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

const isForAll = ({ fault }: MailError): boolean =>
  fault !== 'recipient' && fault !== 'content' && fault !== 'broken';

/** Creates a sender that uses an SMTP server (RFC 5321), with one connection per mail. */
export function createSmtpSender({ server, from, times = smtpTimes, tls }: SmtpSenderOptions): MailSender {
  const sender = addressparser(from, { flatten: true })[0]?.address ?? from;
  const open = (signal: AbortSignal) => openSmtpLink({ server, times, signal, ...(tls ? { tls } : {}) });

  return {
    from,
    async check() {
      (await open(new AbortController().signal)).quit();
    },

    async send(mail, signal = new AbortController().signal) {
      const body = await compose(from, mail);
      const outcome: MailOutcome = { sent: [], failed: [] };
      let link: SmtpLink | null = await open(signal);
      let isWorn = false;
      const deliver = async (address: string): Promise<void> => {
        link ??= await open(signal);
        const current = link;
        try {
          await current.deliver(sender, address, [Buffer.from(`To: ${address}\r\n`), body]);
          isWorn = true;
        } catch (error) {
          const mayHaveIt = current.hasSentBytes;
          if (!(error instanceof MailError) || error.fault === 'broken' || !(await current.reset())) {
            current.quit();
            link = null;
          }
          // Some servers close the connection after a number of messages. Then the message is sent over a new
          // connection.
          const isOver = error instanceof MailError && error.fault === 'broken' && isWorn && !mayHaveIt;
          isWorn = false;
          if (isOver) return deliver(address);
          throw error;
        }
      };

      let end: MailError | null = null;
      for (const address of mail.recipients) {
        if (end) outcome.failed.push({ address, error: end });
        else {
          try {
            await deliver(address);
            outcome.sent.push(address);
          } catch (error) {
            if (!(error instanceof MailError)) throw error;
            outcome.failed.push({ address, error });
            if (isForAll(error) || signal.aborted) end = error;
          }
        }
      }
      link?.quit();
      if (end && outcome.sent.length === 0) throw end;
      return outcome;
    },
  };
}
