import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { noAnswer, type SendAnswer, type Transport } from '#workers/send/transport.ts';

const pieceBytes = 1 << 16;

/** Creates a transport for Node that reports the progress of the body. */
export const createNodeTransport =
  (origin: string): Transport =>
  async ({ method, url, headers, body, signal, onProgress }) => {
    signal.throwIfAborted();
    const bytes = Buffer.from(await new Blob(body === null ? [] : [body]).arrayBuffer());
    const { promise, resolve } = Promise.withResolvers<SendAnswer>();
    const request = httpRequest(new URL(url, origin), {
      agent: false,
      method,
      headers: { ...headers, ...(body === null ? {} : { 'content-length': bytes.length }) },
    });
    const onAbort = () => request.destroy();
    signal.addEventListener('abort', onAbort, { once: true });
    request.on('error', () => resolve(noAnswer));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(noAnswer));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          header: (name) => response.headers[name.toLowerCase()]?.toString() ?? null,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    const isOver = promise.then(() => true as const);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      if (!request.write(piece)) {
        const drained = once(request, 'drain').then(
          () => false as const,
          () => true as const,
        );
        if (await Promise.race([drained, isOver])) break;
      }
      onProgress(at + piece.length);
    }
    request.end();
    const answer = await promise;
    signal.removeEventListener('abort', onAbort);
    request.destroy();
    signal.throwIfAborted();
    return answer;
  };
