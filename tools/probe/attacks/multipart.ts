import { as, expectOnly, newSession, statusOf, type Attack } from '../attack.ts';

export const attack: Attack = {
  name: 'multipart bodies that parsers stumble over',
  async run(target) {
    const token = await target.person();
    const address = `${target.url}/api/v1/sessions/${await newSession(target, token)}/file-upload`;
    const send = (boundary: string, body: string) =>
      statusOf(
        fetch(address, {
          method: 'POST',
          body,
          signal: AbortSignal.timeout(5_000),
          headers: { ...as(token), 'content-type': `multipart/form-data; boundary=${boundary}` },
        }),
      );
    const endless = '-----------\r\nContent-Disposition: form-data; name="file"\r\n\r\n{\r\n------\r\n';
    const statuses = await Promise.all([send('', endless), send('""', endless), send('b'.repeat(300), 'x')]);
    return expectOnly(statuses, [400]);
  },
};
