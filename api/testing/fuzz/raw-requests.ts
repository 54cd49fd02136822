import { connect } from 'node:net';
import * as fc from 'fast-check';
import { hangMs } from './fuzz-answer.ts';

const targets = fc.oneof(
  fc.constantFrom(
    '/api/v1/health',
    '/api/v1/sessions?page=1',
    '/api/v1/uploads',
    '/oidc/token',
    '/library',
    '*',
    '/',
    '//',
    '///api//v1',
    '//other.example/api/v1/health',
    'http://other.example/api/v1/health',
    'http://[/',
    'http://localhost:99999/',
    'other.example:80',
    '?',
    '/?',
    '/%',
    '/%00',
    '/api/%ff/v1',
    '/#x',
    '/api/v1/sessions#x?y',
    '/../../etc/passwd',
    '/models/a/../../../etc/passwd',
    '/\\..\\x',
    '/\xff\xfe',
    '/a b',
    '/\u0001',
    `/${'a'.repeat(8_000)}`,
    `/${'a'.repeat(20_000)}`,
    `/api/v1/sessions?${'a=b&'.repeat(3_000)}`,
    `/${'a/'.repeat(7_000)}`,
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 10 }).map((text) => `/${text.replaceAll(/[\r\n ]/g, '')}`),
);
const lines = fc.constantFrom(
  'Host: localhost',
  'Host: other.example',
  'Host:',
  'Host: [',
  'Host: a b',
  'Host: localhost:0',
  'Host: localhost/x?y#z',
  'Host: user@localhost',
  'Host: \xff',
  `Host: ${'h'.repeat(9_000)}`,
  'Content-Length: 2',
  'Content-Length: 3',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Content-Length: 99999999999999999999',
  'Content-Length:',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: x',
  'Content-Type: application/json',
  'Content-Type: \xe4',
  'Content-Type: multipart/form-data; boundary=\xff',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Connection: upgrade',
  'Connection: close',
  'Authorization: Bearer \xe4',
  'Authorization: Bearer x.y.z',
  'Cookie: \xff=\xff; a="',
  'X-Forwarded-Host: \xe4.example',
  'X-Forwarded-Host: a, b',
  'X-Client-Host: \xe4',
  'Range: bytes=0-',
  'If-None-Match: \xff',
  'X-Nul: a\0b',
  'X-Folded: a\r\n b',
  'No colon',
  ': no name',
  'Bad name: x',
  `X-Long: ${'x'.repeat(20_000)}`,
  ...['Host: localhost', 'Accept: a', 'X-Many: 1'].map((line) =>
    Array.from({ length: 300 }, () => line).join('\r\n'),
  ),
);
const bodies = fc.constantFrom(
  '',
  '{}',
  '{"a":',
  '2\r\n{}\r\n0\r\n\r\n',
  'x\r\n',
  '-1\r\n',
  'fffffffffffffffff\r\n',
  '2;ext=\0\r\n{}\r\n0\r\nTrailer: x\r\n\r\n',
  '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
);

/** Generates requests that no HTTP library sends, as Latin-1 text: one character is one byte. */
export const rawRequests: fc.Arbitrary<string> = fc
  .record({
    method: fc.constantFrom(
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'CONNECT',
      'TRACE',
      'PROPFIND',
      'M-SEARCH',
      'get',
      'X',
    ),
    target: targets,
    version: fc.oneof(
      { weight: 6, arbitrary: fc.constant('HTTP/1.1') },
      { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', '', 'x') },
    ),
    host: fc.oneof(
      { weight: 4, arbitrary: fc.constant(['Host: localhost']) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    others: fc.array(lines, { maxLength: 4 }),
    body: bodies,
  })
  .map(({ method, target, version, host, others, body }) =>
    [`${method} ${target} ${version}`, ...host, ...others, '', body].join('\r\n'),
  );

/** With these a server may wait for more, as it should. */
const mayGoOn = /^(content-length|transfer-encoding|expect|upgrade|connection)\s*:/im;
const quietMs = 300;

/**
 * Sends bytes, and says that no more will come when an answer has begun, or when the server waits for more. Returns the statuses
 * of the answers when the server has closed the connection.
 * @throws Error if there is neither an answer nor an end
 */
export async function statusesOf(port: number, raw: string): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  const closed = Promise.withResolvers<void>();
  const end = () => void socket.end();
  // A server that refuses a request may reset the connection.
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    end();
  });
  socket.on('close', () => closed.resolve());
  const quiet = mayGoOn.test(raw) ? setTimeout(end, quietMs) : undefined;
  const timer = setTimeout(
    () => closed.reject(new Error(`The connection is open after ${hangMs} ms.`)),
    hangMs,
  );
  try {
    socket.write(Buffer.from(raw, 'latin1'));
    await closed.promise;
  } finally {
    clearTimeout(quiet);
    clearTimeout(timer);
    socket.destroy();
  }
  const text = Buffer.concat(chunks).toString('latin1');
  return [...text.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}
