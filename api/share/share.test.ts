import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ErrorBody } from '#api/contract/error-body.ts';
import { limits } from '#api/contract/limits.ts';
import type { ShareAnswer, SharePreview } from '#api/contract/share.ts';
import { buildUser, ownerOf } from '#api/testing/builders.ts';
import { createShareStore } from './share.store.ts';
import { mailFrom, testSharing } from '#api/testing/test-sharing.ts';

const notes = { report_type: 'notes', file_type: 'txt' } as const;
const summary = { report_type: 'summary', file_type: 'pdf' } as const;
const anna = 'anna@example.org';
const code = async (response: Response): Promise<string> => ((await response.json()) as ErrorBody).code;

test('What the preview shows is what arrives, and the documents are byte for byte those of the download', async () => {
  const { app, call, clock, headers, session, smtp } = await testSharing();
  const request = { reports: [notes, summary, notes], message: 'Bonjour,\r\nvoici la séance.\u202e' };
  const preview = (await (await call('/preview', request)).json()) as SharePreview;
  expect(preview).toMatchObject({
    can_send: true,
    from: mailFrom,
    reply_to: 'petra@xn--zrich-kva.example',
    at: '2026-11-20T09:00:00.000Z',
  });
  expect(preview.subject).toBe('Documents: Gemeinderat «Zürich», Bcc: fremd@example.org');
  const downloads = await Promise.all(
    [notes, summary].map(async (query) => {
      const response = await app.request(
        `/api/v1/sessions/${session.id}/report?${new URLSearchParams(query)}`,
        { headers },
      );
      return Buffer.from(await response.arrayBuffer());
    }),
  );

  clock.advance(90_000);
  const answer = await call('', { ...request, at: preview.at, recipients: [anna, 'info@zürich.example'] });
  expect((await answer.json()) as ShareAnswer).toEqual({ sent: 2, refused: [] });

  const headersTo = smtp!.taken.map(({ raw }) =>
    /^To: (.*)$/m.exec(Buffer.from(raw, 'base64').toString())?.[1]?.trim(),
  );
  expect(headersTo).toEqual([anna, 'info@xn--zrich-kva.example']);
  for (const taken of smtp!.taken) {
    const mail = await smtp!.read(taken);
    expect(mail.subject).toBe(preview.subject);
    expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(preview.text);
    expect(mail.replyTo).toMatchObject([{ name: 'Petra Müller', address: 'petra@xn--zrich-kva.example' }]);
    expect(mail.headers.filter(({ key }) => ['bcc', 'cc'].includes(key))).toEqual([]);
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(
      preview.attachments.map(({ name }) => name),
    );
    for (const [index, download] of downloads.entries()) {
      const content = Buffer.from(mail.attachments[index]!.content as ArrayBuffer);
      expect(content.equals(download)).toBe(true);
      expect(content.length).toBe(preview.attachments[index]!.bytes);
    }
  }
  expect(preview.text).toContain('Petra Müller (petra@xn--zrich-kva.example) vous envoie');
  expect(preview.text).toContain('Bonjour,\nvoici la séance.\n');
  expect(preview.attachments[0]?.name).toMatch(
    /^Gemeinderat «Zürich», Bcc fremd.*_261120-090000_notes\.txt$/,
  );
});

test('The log tells who, which session, how many and which reports, and holds no address, title or text', async () => {
  const { call, lines, session, user } = await testSharing({ refused: ['otto@example.org'] });
  const recipients = [anna, 'otto@example.org'];
  await call('', { recipients, reports: [notes], message: 'Vertraulich.' });
  await call('', { recipients: ['otto@example.org'], reports: [notes] });
  await call('', { recipients: ['anna'], reports: [notes] });
  const log = lines.join('');
  expect(log).toContain('"msg":"share: sent"');
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'share: sent');
  expect(logged).toMatchObject({
    user_id: user.id,
    session_id: session.id,
    recipients: 2,
    sent: 1,
    reports: ['notes.txt'],
    faults: ['recipient'],
  });
  expect(log).not.toMatch(/@|example\.org|petra|müller|gemeinderat|vertraulich|crédit|bearer/i);
});

test('Who is refused is named while others get it; where all are refused nothing counts as sent', async () => {
  const { call, smtp } = await testSharing({ refused: ['otto@example.org'] });
  const some = await call('', { recipients: ['otto@example.org', anna], reports: [notes] });
  expect(await some.json()).toEqual({ sent: 1, refused: ['otto@example.org'] });
  const none = await call('', { recipients: ['otto@example.org'], reports: [notes] });
  expect([none.status, await code(none)]).toEqual([400, 'share.recipient_refused']);
  expect(smtp!.taken).toHaveLength(1);
});

test('One address written in several ways is one recipient', async () => {
  const { call, smtp } = await testSharing();
  const recipients = [anna, 'Anna Muster <ANNA@example.org>', ' anna@EXAMPLE.org '];
  expect(await (await call('', { recipients, reports: [notes] })).json()).toEqual({ sent: 1, refused: [] });
  expect(smtp!.taken).toHaveLength(1);
});

test.each([
  ['nobody', []],
  ['an address that is none', ['anna']],
  ['a header in an address', [`${anna}\r\nBcc: otto@example.org`]],
  ['more than the limit', Array.from({ length: limits.maxRecipients + 1 }, (_, index) => `a${index}@b.ch`)],
])('%s is refused before anything is sent', async (_, recipients) => {
  const { call, smtp } = await testSharing();
  const response = await call('', { recipients, reports: [notes] });
  expect([response.status, await code(response)]).toEqual([400, 'request.invalid']);
  expect(smtp!.taken).toEqual([]);
});

test('Without a mail server nothing is sent, and the preview is a message for the person’s own program', async () => {
  const { call } = await testSharing(null);
  const response = await call('', { recipients: [anna], reports: [notes] });
  expect([response.status, await code(response)]).toEqual([409, 'share.mail_missing']);
  const preview = (await (await call('/preview', { reports: [notes] })).json()) as SharePreview;
  expect(preview).toMatchObject({ can_send: false, from: '', attachments: [{ bytes: expect.any(Number) }] });
  expect(preview.text).toMatch(/^Bonjour\n\nJe vous envoie [^]*Petra Müller$/);
});

test.each([
  [{ user: 'u', password: 'p' }, 502, 'share.mail_failed'],
  [{ maxBytes: 2_000 }, 413, 'share.too_large'],
  [{ diesAt: { message: 1, when: 'data' } } as const, 502, 'share.mail_failed'],
])(
  'A mail server that says no (%j) answers %d %s, and it does not count',
  async (behaviour, status, expected) => {
    const { call, db } = await testSharing(behaviour);
    const response = await call('', { recipients: [anna], reports: [summary] });
    expect([response.status, await code(response)]).toEqual([status, expected]);
    expect(await db.selectFrom('share').selectAll().execute()).toEqual([]);
  },
);

test('Reports that are not there are refused as the download refuses them', async () => {
  const { call } = await testSharing();
  const none = await call('', { recipients: [anna], reports: [{ report_type: 'nix', file_type: 'pdf' }] });
  expect([none.status, await code(none)]).toEqual([400, 'export.type_unknown']);
  const empty = await call('/preview', { reports: [{ report_type: 'transcript', file_type: 'pdf' }] });
  expect([empty.status, await code(empty)]).toEqual([409, 'export.nothing_there']);
});

test("Another person's session is not found, and nobody sends without a token", async () => {
  const { call, db, bearer, smtp } = await testSharing();
  const body = { recipients: [anna], reports: [notes] };
  const stranger = { ...(await bearer(await buildUser(db))), 'content-type': 'application/json' };
  expect((await call('', body, stranger)).status).toBe(404);
  expect((await call('/preview', body, stranger)).status).toBe(404);
  expect((await call('', body, { 'content-type': 'application/json' } as never)).status).toBe(401);
  expect(smtp!.taken).toEqual([]);
});

test('The same message asked for twice is sent once, and both learn what became of it', async () => {
  const { call, smtp } = await testSharing({ waitMs: 100 });
  const body = { id: randomUUID(), recipients: [anna], reports: [notes] };
  const answers = await Promise.all([call('', body), call('', body)]);
  const later = await call('', body);
  for (const answer of [...answers, later]) expect(await answer.json()).toEqual({ sent: 1, refused: [] });
  expect(smtp!.taken).toHaveLength(1);
});

test('A message that a stop of the server has cut off is not sent again by itself', async () => {
  const { db, open, call, clock, session, user, smtp } = await testSharing();
  const id = randomUUID();
  await db
    .insertInto('share')
    .values({
      host: user.host,
      user_id: user.id,
      id,
      session_id: session.id,
      recipients: 2,
      created_at: clock.now(),
    })
    .execute();
  const response = await call('', { id, recipients: [anna], reports: [notes] });
  expect([response.status, await code(response)]).toEqual([409, 'share.interrupted']);
  expect(smtp!.taken).toEqual([]);
  await open().close();
});

test('After the limit of an hour it says how long to wait; a restart forgets nothing, the next hour begins anew', async () => {
  const { call, bearer, headers, clock, db, user, session, smtp } = await testSharing();
  const before = clock.now() - 600_000;
  for (let sent = 1; sent < limits.maxSharesPerHour; sent++)
    await db
      .insertInto('share')
      .values({
        host: user.host,
        user_id: user.id,
        id: randomUUID(),
        session_id: session.id,
        recipients: 1,
        sent: 1,
        created_at: before,
      })
      .execute();
  const body = { recipients: [anna], reports: [notes] };
  const answers = await Promise.all([call('', body), call('', body), call('', body)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
  const late = await call('', body);
  const refused = (await late.json()) as ErrorBody;
  expect(refused).toMatchObject({ code: 'share.too_many', retry_after_s: 3_000 });
  expect(late.headers.get('retry-after')).toBe('3000');
  clock.advance(3_000_001);
  const later = async () => call('', body, { ...headers, ...(await bearer(user)) });
  expect((await later()).status).toBe(200);
  expect(smtp!.taken).toHaveLength(2);
  clock.advance(25 * 3_600_000);
  await later();
  expect(await db.selectFrom('share').selectAll().execute()).toHaveLength(1);
});

test('A stop of the server ends what is on its way with those who have it', async () => {
  const { call, sharing, smtp } = await testSharing({ waitMs: 500 });
  const recipients = Array.from({ length: 20 }, (_, index) => `person${index}@example.org`);
  const sending = call('', { recipients, reports: [notes] });
  await expect.poll(() => smtp!.taken.length).toBeGreaterThan(1);
  await sharing.close();
  const { sent, refused } = (await (await sending).json()) as ShareAnswer;
  expect(sent).toBeGreaterThan(0);
  expect(sent + refused.length).toBe(20);
  expect(sent).toBeLessThan(20);
});

test('The language of the session decides the words', async () => {
  const { call, db, session } = await testSharing(null);
  const subjects: string[] = [];
  for (const language of ['de-CH', 'en', 'it'] as const) {
    await db.updateTable('session').set({ language, title: 'X' }).where('id', '=', session.id).execute();
    const preview = (await (await call('/preview', { reports: [notes] })).json()) as SharePreview;
    subjects.push(preview.subject);
  }
  expect(subjects).toEqual(['Notizen: X', 'Notes: X', 'Note: X']);
});

test('An address that nobody has proved is in no preview, and nothing is sent until it is confirmed', async () => {
  const { call, db, smtp, user } = await testSharing({}, { email_verified: 0 });
  const preview = (await (await call('/preview', { reports: [notes] })).json()) as SharePreview;
  expect(preview.reply_to).toBeNull();
  expect(preview.text).toContain('Petra Müller vous envoie');
  expect(preview.text).toContain('ce serveur ne l’a pas vérifié');
  expect(preview.text).not.toMatch(/petra@|xn--zrich/);
  const refused = await call('', { recipients: [anna], reports: [notes] });
  expect([refused.status, await code(refused)]).toEqual([409, 'share.not_verified']);
  expect(smtp!.taken).toEqual([]);
  await db.updateTable('user').set({ is_verified: 1 }).where('id', '=', user.id).execute();
  expect((await call('', { recipients: [anna], reports: [notes] })).status).toBe(200);
  const mail = await smtp!.read(smtp!.taken[0]!);
  expect(mail.replyTo?.[0]?.address).toMatch(/^petra@/);
});

test.each([
  [{ first_name: 'ceo@victim.example', last_name: 'X' }],
  [{ first_name: 'https://evil.example', last_name: '' }],
  [{ first_name: '', last_name: '', username: 'petra@zürich.example' }],
])('A name that is an address (%j) is not shown while nobody answers for it', async (names) => {
  const { call } = await testSharing({}, { ...names, email_verified: 0 });
  const preview = (await (await call('/preview', { reports: [notes] })).json()) as SharePreview;
  expect(preview.text).toContain('Quelqu’un vous envoie');
  expect(preview.text).not.toMatch(/victim|evil|petra/);
});

test('A person reaches at most 100 different recipients a day; known ones may get more letters, others must wait', async () => {
  const { call, clock, db, user, session } = await testSharing();
  const known = Array.from({ length: limits.maxRecipientsPerDay - 1 }, (_, index) => `a${index}@example.org`);
  const shares = createShareStore(db, clock, Buffer.alloc(32));
  for (const recipient of known) {
    clock.advance(5_000);
    await shares.take(ownerOf(user), randomUUID(), { sessionId: session.id, recipients: [recipient] });
    await db
      .updateTable('share')
      .set({ created_at: clock.now() - 3_600_000 })
      .execute();
  }
  const send = (recipients: string[]) => call('', { recipients, reports: [notes] });
  const refused = await send(['x1@example.org', 'x2@example.org']);
  // The message to the first of them was sent 490 s ago.
  const retry_after_s = 86_400 - 490;
  expect(await refused.json()).toMatchObject({ code: 'share.day_limit', retry_after_s });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(retry_after_s)]);
  expect((await send([known[0]!.toUpperCase(), 'x1@example.org'])).status).toBe(200);
  expect(await code(await send(['x2@example.org']))).toBe('share.day_limit');
  const rows = await db.selectFrom('share_recipient').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/@|example/);
});

test('The server sends at most 2,000 letters a day for all people together', async () => {
  const { call, clock, db, user, session } = await testSharing();
  const other = await buildUser(db);
  const row = { host: other.host, user_id: other.id, id: randomUUID(), session_id: session.id, sent: 1 };
  const created_at = clock.now() - 7_200_000;
  await db
    .insertInto('share')
    .values({ ...row, recipients: limits.maxLettersPerDay, created_at })
    .execute();
  const refused = await call('', { recipients: [anna], reports: [notes] });
  expect(await refused.json()).toMatchObject({ code: 'share.server_day_limit', retry_after_s: 22 * 3_600 });
  expect(await db.selectFrom('share').where('user_id', '=', user.id).selectAll().execute()).toEqual([]);
});

test('A message that nobody got does not count', async () => {
  const { call, db } = await testSharing({ refused: ['otto@example.org'] });
  await call('', { recipients: ['otto@example.org'], reports: [notes] });
  expect(await db.selectFrom('share_recipient').selectAll().execute()).toEqual([]);
});
