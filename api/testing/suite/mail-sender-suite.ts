import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { startSmtpServer, type SmtpBehaviour } from '#api/testing/smtp/smtp-server.ts';
import type { Mail, MailError, MailSender } from '#api/engines/mail/mail.ts';
import type { SmtpServer } from '#api/engines/mail/smtp-url.rules.ts';

export const testMail = (change: Partial<Mail> = {}): Mail => ({
  recipients: ['anna@example.org'],
  replyTo: { name: 'Petra Müller', address: 'petra@example.org' },
  subject: 'Unterlagen: «Gemeinderat, 12. Sitzung» – Genève',
  text: 'Guten Tag\n\nÄpfel, œuvre, città.\n.ein Punkt am Anfang\n\nGruss',
  language: 'de',
  attachments: [],
  ...change,
});

const pdf = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => (index * 2_654_435_761) >>> 24));
const files = [
  { name: 'Gemeinderat «12» Zürich_261121-101500_transcript.pdf', type: 'application/pdf', bytes: pdf },
  {
    name: 'Straße.txt',
    type: 'text/plain; charset=utf-8',
    bytes: Buffer.from('eins\nzwei\r\ndrei\rvier\n.\n\u00fc'),
  },
];
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: MailError) => error.fault,
  );

/** Defines the tests that every mail sender must pass, against real SMTP servers. */
export function mailSenderSuite(
  createSender: (server: SmtpServer, options?: { silenceMs?: number }) => MailSender,
): void {
  const against = async (behaviour: SmtpBehaviour, change: Partial<SmtpServer> = {}, silenceMs = 10_000) => {
    const server = await startSmtpServer(behaviour);
    onTestFinished(() => server.stop());
    const { port } = server;
    const where: SmtpServer = {
      host: '127.0.0.1',
      port,
      isSecure: false,
      starttls: 'offered',
      auth: null,
      ...change,
    };
    return { server, sender: createSender(where, { silenceMs }) };
  };
  const people = (count: number) => Array.from({ length: count }, (_, index) => `person${index}@example.org`);

  test('A message arrives with text, names and attachments byte for byte', async () => {
    const { server, sender } = await against({});
    await sender.check();
    const outcome = await sender.send(testMail({ attachments: files }));
    expect(outcome).toEqual({ sent: ['anna@example.org'], failed: [] });
    const [taken] = server.taken;
    const mail = await server.read(taken!);
    expect(taken).toMatchObject({ from: 'noreply@example.org', to: ['anna@example.org'] });
    expect(mail.subject).toBe(testMail().subject);
    expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(testMail().text);
    expect(mail.from).toMatchObject({ name: 'Wörtlich', address: 'noreply@example.org' });
    expect(mail.replyTo).toMatchObject([{ name: 'Petra Müller', address: 'petra@example.org' }]);
    expect(mail.to).toMatchObject([{ address: 'anna@example.org' }]);
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: 'de' }));
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(files.map(({ name }) => name));
    for (const [index, { bytes }] of files.entries())
      expect(Buffer.from(mail.attachments[index]!.content as ArrayBuffer).equals(bytes)).toBe(true);
    expect(mail.attachments[0]?.mimeType).toBe('application/pdf');
  });

  test('Twenty people get a copy each, and none of them learns of another', async () => {
    const { server, sender } = await against({});
    const recipients = people(20);
    const outcome = await sender.send(testMail({ recipients }));
    expect(outcome.sent).toEqual(recipients);
    expect(server.taken.map(({ to }) => to)).toEqual(recipients.map((address) => [address]));
    for (const [index, { raw }] of server.taken.entries()) {
      const text = Buffer.from(raw, 'base64').toString();
      expect(
        recipients.filter((address) => text.includes(`<${address}>`) || text.includes(`: ${address}`)),
      ).toEqual([recipients[index]]);
    }
  });

  test('Who is refused is named, and the others get it', async () => {
    const { server, sender } = await against({ refused: ['person1@example.org'] });
    const outcome = await sender.send(testMail({ recipients: people(3) }));
    expect(outcome.sent).toEqual(['person0@example.org', 'person2@example.org']);
    expect(outcome.failed).toMatchObject([
      { address: 'person1@example.org', error: { fault: 'recipient', reply: 550 } },
    ]);
    expect(server.taken).toHaveLength(2);
  });

  test('No failure carries a word of what the server said', async () => {
    const { sender } = await against({ refused: ['person0@example.org'] });
    const { failed } = await sender.send(testMail({ recipients: people(1) }));
    const { message, stack, cause } = failed[0]!.error;
    expect([message, stack, cause].join(' ')).not.toMatch(/person0|unknown/);
  });

  test.each([
    ['a larger message than the server has announced to take', { maxBytes: 100_000 }],
    ['a larger one than it takes without saying so before', { maxBytes: 100_000, hidesSize: true }],
  ])('%s is too large', async (_, behaviour) => {
    const { server, sender } = await against(behaviour);
    expect(await faultOf(sender.send(testMail({ recipients: people(3), attachments: files })))).toBe(
      'too_large',
    );
    expect(server.taken).toEqual([]);
  });

  test('A sender whom the server does not let send ends it', async () => {
    const { sender } = await against({ refusedSender: 'noreply@example.org' });
    expect(await faultOf(sender.send(testMail({ recipients: people(2) })))).toBe('sender');
  });

  test('A server that wants a password gets it, and no other is believed', async () => {
    const auth = { user: 'wortlaut', password: 'ein:lang/es@Wort' };
    const { server, sender } = await against({ ...auth }, { auth });
    await sender.check();
    await sender.send(testMail());
    expect(server.taken[0]).toMatchObject({ user: 'wortlaut' });
    const { sender: wrong } = await against({ ...auth }, { auth: { ...auth, password: 'falsch' } });
    expect(await faultOf(wrong.check())).toBe('auth');
    expect(await faultOf(wrong.send(testMail()))).toBe('auth');
    const { sender: none } = await against({ ...auth });
    expect(await faultOf(none.send(testMail()))).toBe('auth');
  });

  test('Encryption is used where the server offers it, and where it is required nothing goes without', async () => {
    const offered = await against({ tls: 'starttls' });
    await offered.sender.send(testMail());
    expect(offered.server.taken[0]).toMatchObject({ isSecure: true });
    const secure = await against({ tls: 'secure' }, { isSecure: true });
    await secure.sender.send(testMail());
    expect(secure.server.taken[0]).toMatchObject({ isSecure: true });
    const never = await against({ tls: 'starttls' }, { starttls: 'never' });
    await never.sender.send(testMail());
    expect(never.server.taken[0]).toMatchObject({ isSecure: false });
    const required = await against({}, { starttls: 'required' });
    expect(await faultOf(required.sender.send(testMail()))).toBe('tls');
    expect(required.server.taken).toEqual([]);
  });

  test('A server that is not there is unreachable', async () => {
    const { server, sender } = await against({});
    await server.stop();
    expect(await faultOf(sender.check())).toBe('unreachable');
    expect(await faultOf(sender.send(testMail()))).toBe('unreachable');
  });

  test('A server that says nothing for too long has not got it', async () => {
    const { sender } = await against({ waitMs: 5_000 }, {}, 300);
    const { sent, failed } = await sender.send(testMail());
    expect(sent).toEqual([]);
    expect(failed).toMatchObject([{ error: { fault: 'broken' } }]);
  });

  test.each(['data', 'answer'] as const)(
    'A server that dies in the middle (%s): those before have it, the one it died at and those after do not count as sent',
    async (when) => {
      const { server, sender } = await against({ diesAt: { message: 3, when } });
      const recipients = people(5);
      const { sent, failed } = await sender.send(testMail({ recipients, attachments: files }));
      expect(sent).toEqual(recipients.slice(0, 2));
      expect(failed.map(({ address }) => address)).toEqual(recipients.slice(2));
      expect(failed.map(({ error }) => error.fault)).toEqual(['broken', 'unreachable', 'unreachable']);
      expect(server.taken).toHaveLength(when === 'data' ? 2 : 3);
    },
  );

  test('A server that ends a connection after a few messages gets the others over the next one, none twice', async () => {
    const { server, sender } = await against({ perConnection: 3 });
    const recipients = people(8);
    expect(await sender.send(testMail({ recipients }))).toEqual({ sent: recipients, failed: [] });
    expect(server.taken.map(({ to }) => to[0])).toEqual(recipients);
  });

  test('What is called off ends with those who have it', async () => {
    const { server, sender } = await against({ waitMs: 200 });
    const controller = new AbortController();
    const sending = sender.send(testMail({ recipients: people(20) }), controller.signal);
    // The second message is taken only after the first was answered, so that somebody has it.
    await eventually(() => expect(server.taken.length).toBeGreaterThanOrEqual(2));
    controller.abort();
    const { sent, failed } = await sending;
    expect(sent.length).toBeLessThan(20);
    expect(failed).toHaveLength(20 - sent.length);
  });
}
