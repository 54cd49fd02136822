import { expect } from 'vitest';
import { as, type testPipeline } from './test-pipeline.ts';

export type TestPipeline = Awaited<ReturnType<typeof testPipeline>>;

export const encode = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export const tus = { 'tus-resumable': '1.0.0' };
export const octets = { 'content-type': 'application/offset+octet-stream' };

/** Creates a tus client of one person for the routes of a test. */
export function client(line: TestPipeline, user = line.user) {
  const app = line.openApp();
  const send = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array | ReadableStream,
  ) =>
    app.request(path, {
      method,
      headers: { ...tus, ...as(user), ...headers },
      ...(body ? { body: body as Uint8Array<ArrayBuffer>, duplex: 'half' } : {}),
    } as RequestInit);
  return {
    send,
    create: (headers: Record<string, string> = {}, sessionId = line.session.id, body?: Uint8Array) =>
      send(
        'POST',
        '/api/v1/uploads',
        {
          'upload-length': '10',
          'upload-metadata': encode({ session_id: sessionId, file_name: 'a.mp3', file_type: 'audio/mpeg' }),
          ...headers,
        },
        body,
      ),
    /** Begins an upload without stating its length, as a recording does. Returns the path of the upload. */
    async recording(sessionId = line.session.id) {
      const metadata = { session_id: sessionId, file_name: 'r.mp3', file_type: 'audio/mpeg' };
      const answer = await send('POST', '/api/v1/uploads', {
        'upload-defer-length': '1',
        'upload-metadata': encode(metadata),
      });
      expect(answer.status).toBe(201);
      return answer.headers.get('location')!;
    },
    async begun(headers: Record<string, string> = {}) {
      const answer = await this.create(headers);
      expect(answer.status).toBe(201);
      return answer.headers.get('location')!;
    },
    patch: (
      path: string,
      offset: number,
      body: Uint8Array | ReadableStream,
      headers: Record<string, string> = {},
    ) => send('PATCH', path, { ...octets, 'upload-offset': String(offset), ...headers }, body),
    head: (path: string) => send('HEAD', path, {}),
    offset: async (path: string) => Number((await send('HEAD', path, {})).headers.get('upload-offset')),
  };
}

export const idOf = (path: string) => path.split('/').at(-1)!;
export const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
