import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

export type SmtpBehaviour = {
  tls?: 'starttls' | 'secure';
  /** Name of the only account that may send. */
  user?: string;
  password?: string;
  refused?: readonly string[];
  refusedSender?: string;
  /** Largest message, bytes. The server announces it as SIZE, unless `hidesSize` is true. */
  maxBytes?: number;
  hidesSize?: boolean;
  /** Delay before each answer to a message, ms. */
  waitMs?: number;
  /**
   * The process ends at this message (counted from 1): while it reads the message, or after that and before it answers.
   */
  diesAt?: { message: number; when: 'data' | 'answer' };
  /** Number of messages per connection. Any further one is refused with 421. */
  perConnection?: number;
};

/** A message as it was received. `raw` is in base64. */
export type TakenMail = { from: string; to: string[]; isSecure: boolean; user: string | null; raw: string };

export type SmtpServerProcess = {
  readonly port: number;
  readonly taken: readonly TakenMail[];
  /** Parses a message with another library than the one that wrote it. */
  read(mail: TakenMail): Promise<Email>;
  stop(): Promise<void>;
};

/** Starts a mail server process and waits until it listens. The caller stops it. */
export async function startSmtpServer(behaviour: SmtpBehaviour = {}): Promise<SmtpServerProcess> {
  const taken: TakenMail[] = [];
  const child = fork(join(import.meta.dirname, 'smtp-child.ts'), [JSON.stringify(behaviour)], {
    execPath: join(import.meta.dirname, '../../../node_modules/node/bin/node'),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', (message: { mail?: TakenMail }) => {
    if (!message.mail) return;
    taken.push(message.mail);
    child.send('taken', () => {});
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    port,
    taken,
    read: (mail) => PostalMime.parse(Buffer.from(mail.raw, 'base64')),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}
