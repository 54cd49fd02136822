import {
  as,
  expectOnly,
  json,
  newTranscribedSession,
  statusOf,
  type Attack,
  type Transcribed,
} from '../attack.ts';

const messages = 17;
const recipientsPerMessage = 20;
let made = 0;

export const attack: Attack = {
  name: `${messages * recipientsPerMessage} letters to strangers, from an address that nobody has confirmed`,
  setUp: newTranscribedSession,
  async run({ letters, secrets }, { token, address }: Transcribed) {
    secrets.add('@stranger.example').add('evil.example');
    const send = () =>
      statusOf(
        fetch(`${address}/share`, {
          method: 'POST',
          headers: { ...json, ...as(token) },
          body: JSON.stringify({
            recipients: Array.from({ length: recipientsPerMessage }, () => `v${made++}@stranger.example`),
            reports: [{ report_type: 'transcript', file_type: 'txt' }],
            message: 'Open https://evil.example/login to keep your account.',
          }),
        }),
      );
    const before = letters();
    const statuses = await Promise.all(Array.from({ length: messages }, send));
    const sent = letters() - before;
    if (sent > 0) throw new Error(`let through: ${sent} letters`);
    return `${expectOnly(statuses, [409])}; ${sent} letters`;
  },
};
