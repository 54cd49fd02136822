import { as, expectOnly, json, statusOf, type Attack } from '../attack.ts';

const MB = 1_000_000;

/** Returns a body of about `bytes` bytes without a content length, which is sent as fast as the server reads. */
function endless(start: string, chunk: string, bytes: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent > bytes) return controller.close();
      controller.enqueue(Buffer.from(sent === 0 ? start : chunk));
      sent += chunk.length;
    },
  });
}

export const attack: Attack = {
  name: 'huge bodies, anonymous and signed in',
  setUp: (target) => target.person(),
  async run({ url }, token: string) {
    const nested = '[],'.repeat(1_000_000);
    const paths = ['/api/auth/refresh', '/api/auth/token', '/api/auth/logout', '/oidc/token'];
    const login = '/api/auth/interaction/x/login';
    const send = (path: string, body: string | ReadableStream) =>
      statusOf(
        fetch(url + path, {
          method: 'POST',
          body,
          duplex: 'half',
          headers: { ...json, ...as(token) },
        } as RequestInit),
      );
    const whole = [...paths, login, '/api/user/config'].map((path) => send(path, `[${nested.repeat(20)}0]`));
    const chunked = paths.map((path) => send(path, endless('[', nested, 100 * MB)));
    // If the server closes the connection during the upload, its response may be lost.
    return expectOnly(await Promise.all([...whole, ...chunked]), [413, 'cut off']);
  },
};
