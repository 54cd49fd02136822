import { describe, expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { silentLog } from '#api/lib/log.ts';
import { vi } from 'vitest';
import { MailError, type MailSender } from './mail.ts';
import { parseMailFrom } from './mail-from.rules.ts';
import { openMail } from './open-mail.ts';
import { mailSenderSuite } from '#api/testing/suite/mail-sender-suite.ts';
import { createSmtpSender } from './smtp-sender.ts';
import { startSmtpServer } from '#api/testing/smtp/smtp-server.ts';
import { onTestFinished } from 'vitest';
import { testMail } from '#api/testing/suite/mail-sender-suite.ts';

const from = '"Wörtlich" <noreply@example.org>';

describe('Mail by SMTP', () => {
  mailSenderSuite((server, { silenceMs = 10_000 } = {}) =>
    createSmtpSender({
      server,
      from,
      times: { connectMs: 5_000, silenceMs },
      tls: { rejectUnauthorized: false },
    }),
  );

  test('A certificate that nobody knows ends it before a word of the message', async () => {
    const server = await startSmtpServer({ tls: 'secure' });
    onTestFinished(() => server.stop());
    const { port } = server;
    const sender = createSmtpSender({
      server: { host: '127.0.0.1', port, isSecure: true, starttls: 'never', auth: null },
      from,
    });
    await expect(sender.send(testMail())).rejects.toMatchObject({ fault: 'tls' });
    expect(server.taken).toEqual([]);
  });
});

describe('The state of the mail', () => {
  const server = {
    host: 'mail.example.org',
    port: 587,
    isSecure: false,
    starttls: 'offered',
    auth: null,
  } as const;
  const settings = { smtp: server, mailFrom: from };

  test('is missing without a server, and known by the last look otherwise', async () => {
    const clock = testClock();
    const deps = { clock, log: silentLog() };
    expect(openMail({ smtp: null, mailFrom: null }, deps).state()).toEqual({
      status: 'missing',
      code: 'mail.not_configured',
    });
    const check = vi.fn<() => Promise<void>>(async () => {});
    const sender: MailSender = { from, check, send: async () => ({ sent: [], failed: [] }) };
    const mail = openMail(settings, deps, sender);
    expect(mail.state()).toEqual({ status: 'loading' });
    await eventually(() => expect(mail.state()).toEqual({ status: 'ok' }));
    check.mockRejectedValue(new MailError('auth', 535));
    expect(mail.state()).toEqual({ status: 'ok' });
    clock.advance(60_000);
    mail.state();
    await eventually(() => expect(mail.state()).toEqual({ status: 'failed', code: 'mail.auth_refused' }));
    expect(check).toHaveBeenCalledTimes(2);
  });
});

test.each([
  ['noreply@example.org', 'noreply@example.org'],
  ['Wortlaut <noreply@zürich.example>', '"Wortlaut" <noreply@xn--zrich-kva.example>'],
  ['"Stadt, Kanzlei" <a@b.ch>', '"Stadt, Kanzlei" <a@b.ch>'],
  ['nobody', null],
  ['<a@b.ch> x', null],
  ['a@b.ch\r\nBcc: c@d.ch', null],
])('MAIL_FROM %j is %j', (text, expected) => {
  expect(parseMailFrom(text)).toBe(expected);
});
