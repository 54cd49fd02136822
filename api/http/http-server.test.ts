import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHttpServer } from './http-server.ts';

/** Starts a server that answers without reading the body. Returns the response and when its connection ends. */
async function opened() {
  const server = await openHttpServer({ host: '127.0.0.1', port: 0, tlsCert: null, tlsKey: null });
  onTestFinished(() => server.close());
  server.serve(async (_incoming, outgoing) => void outgoing.end('answer'));
  return (head: string[]) => {
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let told = '';
    socket.on('data', (chunk: Buffer) => (told += chunk.toString()));
    socket.on('error', () => {});
    socket.write([...head, 'Host: localhost', '', ''].join('\r\n'));
    const ended = new Promise<void>((resolve) => void socket.on('close', () => resolve()));
    return { socket, ended, told: () => told };
  };
}

describe('the body of a GET or HEAD request', () => {
  it.each([
    ['GET', 'Content-Length: 100000'],
    ['HEAD', 'Content-Length: 100000'],
    ['GET', 'Transfer-Encoding: chunked'],
  ])('ends the connection if it does not arrive in full: %s with %s', async (method, length) => {
    const open = await opened();
    const { socket, ended, told } = open([`${method} / HTTP/1.1`, length]);
    await expect.poll(told).toMatch(/^HTTP\/1\.1 200 OK/);
    const drops = setInterval(() => socket.write(length.includes('chunked') ? '1\r\nx\r\n' : 'x'), 20);
    await ended;
    clearInterval(drops);
    expect(told().match(/HTTP/g)).toHaveLength(1);
  });

  it('is skipped if it arrives in full, and the connection is used again', async () => {
    const open = await opened();
    const { socket, told } = open(['GET / HTTP/1.1', 'Content-Length: 4']);
    await expect.poll(told).toContain('answer');
    socket.write('bodyGET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => told().match(/answer/g)).toHaveLength(2);
  });
});
