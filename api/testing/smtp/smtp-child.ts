/**
 * Runs a real SMTP server in its own process, with the given behaviour. It sends received mail to the parent process.
 */
import { SMTPServer } from 'smtp-server';
import type { SmtpBehaviour, TakenMail } from './smtp-server.ts';

const behaviour = JSON.parse(process.argv[2] ?? '{}') as SmtpBehaviour;
const {
  tls,
  user,
  password,
  refused = [],
  refusedSender,
  maxBytes,
  waitMs = 0,
  diesAt,
  perConnection,
} = behaviour;

const refusal = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });
const later = (what: () => void) => void setTimeout(what, waitMs);
let messages = 0;
const perLink = new Map<string, number>();

const server = new SMTPServer({
  secure: tls === 'secure',
  hideSTARTTLS: tls !== 'starttls',
  authOptional: user === undefined,
  disabledCommands: [...(user === undefined ? ['AUTH'] : []), ...(tls === 'starttls' ? [] : ['STARTTLS'])],
  allowInsecureAuth: tls === undefined,
  ...(maxBytes === undefined ? {} : { size: maxBytes }),
  hideSize: maxBytes === undefined || behaviour.hidesSize === true,
  logger: false,
  onAuth: (auth, _session, done) =>
    auth.username === user && auth.password === password
      ? done(null, { user })
      : done(refusal(535, `5.7.8 ${auth.username} is not known here`)),
  onMailFrom: ({ address }, session, done) => {
    const count = perLink.get(session.id) ?? 0;
    if (perConnection !== undefined && count >= perConnection) return done(refusal(421, 'enough'));
    perLink.set(session.id, count + 1);
    return done(address === refusedSender ? refusal(553, `5.7.1 ${address} may not send`) : null);
  },
  onRcptTo: ({ address }, _session, done) =>
    later(() => done(refused.includes(address) ? refusal(550, `5.1.1 <${address}> is unknown`) : null)),
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    const number = ++messages;
    if (diesAt?.message === number && diesAt.when === 'data') stream.once('data', () => process.exit(1));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      if (stream.sizeExceeded) return done(refusal(552, '5.3.4 too big'));
      const mail: TakenMail = {
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map(({ address }) => address),
        isSecure: session.secure,
        user: session.user === undefined ? null : String(session.user),
        raw: Buffer.concat(chunks).toString('base64'),
      };
      // The sender gets its answer only when the parent process has the mail.
      process.once('message', () => {
        if (diesAt?.message === number && diesAt.when === 'answer') process.exit(1);
        later(() => done(null));
      });
      process.send?.({ mail });
    });
  },
});
server.on('error', () => {});
server.listen(Number(process.argv[3] ?? 0), '127.0.0.1', () => {
  const address = server.server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
process.on('disconnect', () => process.exit());
