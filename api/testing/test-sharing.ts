import { onTestFinished } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { createSmtpSender } from '#api/engines/mail/smtp-sender.ts';
import { createReports } from '#api/export/report.ts';
import { buildResult, buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { startSmtpServer, type SmtpBehaviour } from '#api/testing/smtp/smtp-server.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { createUserStore } from '#api/user/user.store.ts';
import { createShareStore } from '#api/share/share.store.ts';
import { createSharing } from '#api/share/sharing.ts';

export const mailFrom = '"Wortlaut" <noreply@example.org>';
export const title = 'Gemeinderat «Zürich»,\r\nBcc: fremd@example.org';

/**
 * Creates a person with a session that has notes and a result, and starts a real mail server for sharing. If
 * `behaviour` is null, no mail server is configured.
 */
export async function testSharing(
  behaviour: SmtpBehaviour | null = {},
  person: Parameters<typeof buildUser>[1] = { email_verified: 1 },
) {
  const [db, clock] = [testDb(), testClock()];
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const smtp = behaviour && (await startSmtpServer(behaviour));
  const server = { host: '127.0.0.1', isSecure: false, starttls: 'never', auth: null } as const;
  const times = { connectMs: 5_000, silenceMs: 10_000 };
  const sender = smtp && createSmtpSender({ server: { ...server, port: smtp.port }, from: mailFrom, times });
  const reports = createReports({ clock });
  const [users, shares] = [createUserStore(db, clock), createShareStore(db, clock, Buffer.alloc(32))];
  const open = () => createSharing({ sender, reports, shares, users, clock, log });
  const sharing = open();
  onTestFinished(async () => {
    await sharing.close();
    await reports.close();
    await smtp?.stop();
  });
  const { app, bearer } = await testApp({ db, clock, log, sharing, reports });
  const user = await buildUser(db, {
    first_name: 'Petra',
    last_name: 'Müller',
    email: 'petra@zürich.example',
    ...person,
  });
  const session = await buildSession(db, ownerOf(user), {
    title,
    language: 'fr',
    status: 'completed',
    notes: '# Crédit\n\nÉcole: œuvre à 12:30, très «sûr».',
  });
  await buildResult(db, session.id, 'summary', { text: 'Le crédit est **accordé**.' });
  const headers = { ...(await bearer(user)), 'content-type': 'application/json' };
  const call = (path: string, body: unknown, from = headers) =>
    app.request(`/api/v1/sessions/${session.id}/share${path}`, {
      method: 'POST',
      headers: from,
      body: JSON.stringify(body),
    });
  return { app, db, clock, lines, smtp, sharing, open, user, session, headers, bearer, call };
}
