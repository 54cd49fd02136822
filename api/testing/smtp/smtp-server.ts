import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

export type SmtpBehaviour = {
  tls?: 'starttls' | 'secure';
  /** The only account that may send. */
  user?: string;
  password?: string;
  refused?: readonly string[];
  refusedSender?: string;
  /** Announced as SIZE, unless `hidesSize`. */
  maxBytes?: number;
  hidesSize?: boolean;
  /** Delay before each answer to a message. */
  waitMs?: number;
  /** The process ends while it reads the nth message, or after it has read it and before it answers. */
  diesAt?: { message: number; when: 'data' | 'answer' };
  /** Messages per connection; then 421. */
  perConnection?: number;
};

/** A message as it came over the wire; `raw` in base64. */
export type TakenMail = { from: string; to: string[]; isSecure: boolean; user: string | null; raw: string };

export type SmtpServerProcess = {
  readonly port: number;
  readonly taken: readonly TakenMail[];
  /** Parses with a different library from the one that writes. */
  read(mail: TakenMail): Promise<Email>;
  stop(): Promise<void>;
};

/** Starts a mail server process and waits until it listens; the caller stops it. */
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
