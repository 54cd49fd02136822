import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailError } from './mail.ts';
import { toMailError, type SmtpFailure } from './smtp-fault.rules.ts';
import type { SmtpServer } from './smtp-url.rules.ts';

export type SmtpTimes = { connectMs: number; silenceMs: number };

/**
 * Limits for opening a connection and for a reply. Before its reply, a server may check a large message for a while.
 */
export const smtpTimes: SmtpTimes = { connectMs: 10_000, silenceMs: 60_000 };

/** A connection that is signed in. It delivers one message at a time. */
export type SmtpLink = {
  /**
   * @param lines the whole message, sent once the server has accepted sender and recipient
   * @throws MailError
   */
  deliver(from: string, to: string, lines: readonly Buffer[]): Promise<void>;
  /** Prepares the connection for the next message after a refused one. Returns false if the connection is unusable. */
  reset(): Promise<boolean>;
  /** Whether parts of a message were sent, so that its delivery may be uncertain. */
  readonly hasSentBytes: boolean;
  quit(): void;
};

type LinkOptions = { server: SmtpServer; times: SmtpTimes; tls?: ConnectionOptions; signal: AbortSignal };

export async function openSmtpLink({ server, times, tls, signal }: LinkOptions): Promise<SmtpLink> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    requireTLS: server.starttls === 'required',
    ignoreTLS: server.starttls === 'never',
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.silenceMs,
    ...(tls ? { tls } : {}),
  });
  const close = () => connection.close();
  // The error is reported again by the next step. Without a listener, it would end the process.
  connection.on('error', () => {});
  connection.once('end', () => signal.removeEventListener('abort', close));
  let hasBegun = false;
  let hasSentBytes = false;
  const step = <T>(begin: (done: (error: SmtpFailure | null | undefined, result?: T) => void) => void) =>
    new Promise<T | undefined>((resolve, reject) => {
      const fail = (error: SmtpFailure) => settle(() => reject(toMailError(error, hasBegun)));
      const end = () => fail({ code: 'ECONNECTION' });
      const settle = (how: () => void) => {
        connection.off('error', fail);
        connection.off('end', end);
        how();
      };
      connection.on('error', fail);
      connection.once('end', end);
      begin((error, result) => (error ? fail(error) : settle(() => resolve(result))));
    });

  if (signal.aborted) throw new MailError('unreachable');
  signal.addEventListener('abort', close, { once: true });
  try {
    await step((done) => connection.connect((error) => done(error)));
    const { auth } = server;
    if (auth)
      await step((done) =>
        connection.login({ user: auth.user, pass: auth.password }, (error) => done(error)),
      );
  } catch (error) {
    connection.close();
    throw error;
  }

  return {
    get hasSentBytes() {
      return hasSentBytes;
    },
    async deliver(from, to, lines) {
      hasBegun = true;
      hasSentBytes = false;
      const size = lines.reduce((sum, line) => sum + line.length, 0);
      const message = Readable.from(
        (function* () {
          hasSentBytes = true;
          yield* lines;
        })(),
        { objectMode: false },
      );
      await step((done) => connection.send({ from, to: [to], size }, message, (error) => done(error)));
    },
    reset: () =>
      step((done) => connection.reset((error) => done(error))).then(
        () => true,
        () => false,
      ),
    quit: () => connection.quit(),
  };
}
