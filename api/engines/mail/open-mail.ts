import type { HealthPart } from '#api/contract/health.ts';
import { minuteMs } from '#api/contract/time.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { MailError, type MailFault, type MailSender } from './mail.ts';
import { createSmtpSender } from './smtp-sender.ts';
import type { SmtpServer } from './smtp-url.rules.ts';

type MailConfig = { smtp: SmtpServer | null; mailFrom: string | null };

type MailPart = {
  sender: MailSender | null;
  /** Returns the last known state. If it is older than a minute, the server is checked in the background. */
  state(): HealthPart;
};

const checkEveryMs = minuteMs;

const codes: Partial<Record<MailFault, string>> = { auth: 'mail.auth_refused', tls: 'mail.tls_failed' };

export function openMail(
  { smtp, mailFrom }: MailConfig,
  { clock, log }: { clock: Clock; log: Log },
  sender: MailSender | null = smtp && mailFrom ? createSmtpSender({ server: smtp, from: mailFrom }) : null,
): MailPart {
  let state: HealthPart = sender ? { status: 'loading' } : { status: 'missing', code: 'mail.not_configured' };
  let checkedAtMs = -Infinity;

  const check = async (): Promise<void> => {
    try {
      await sender?.check();
      state = { status: 'ok' };
    } catch (error) {
      const fault: MailFault = error instanceof MailError ? error.fault : 'unreachable';
      const code = codes[fault] ?? 'mail.unreachable';
      if (state.code !== code) log.warn({ code }, 'mail: the server cannot be used');
      state = { status: 'failed', code };
    }
  };

  return {
    sender,
    state() {
      if (sender && clock.now() - checkedAtMs >= checkEveryMs) {
        checkedAtMs = clock.now();
        void check();
      }
      return state;
    },
  };
}
