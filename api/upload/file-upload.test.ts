import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits, MB } from '#api/contract/limits.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { buildUser } from '#api/testing/builders.ts';
import { eventually } from '#wasm/testing/eventually.ts';

type TestPipeline = Awaited<ReturnType<typeof testPipeline>>;
const boundary = 'wortlaut';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n`;
const fileTail = `\r\n--${boundary}--\r\n`;
const pathOf = ({ session }: TestPipeline) => `/api/v1/sessions/${session.id}/file-upload`;
const filesOf = (pipeline: TestPipeline) => readdir(join(pipeline.dataDir, 'audio')).catch(() => []);
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

/** A multipart body with a file of this size, generated while it is read; `sent` counts the bytes. */
function streamed(fileBytes: number) {
  const state = { sent: 0 };
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(fileHead)),
    pull(controller) {
      if (state.sent >= fileBytes) {
        controller.enqueue(Buffer.from(fileTail));
        return controller.close();
      }
      const bytes = Math.min(MB, fileBytes - state.sent);
      state.sent += bytes;
      controller.enqueue(new Uint8Array(bytes));
    },
  });
  return { state, body };
}

const post = (
  pipeline: TestPipeline,
  body: string | FormData | ReadableStream,
  headers: Record<string, string> = multipart,
) =>
  pipeline.openApp().request(pathOf(pipeline), {
    method: 'POST',
    headers: { ...as(pipeline.user), ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

describe('a file in one request', () => {
  it('is stored as it is, with its digest, name and type', async () => {
    const pipeline = await testPipeline();
    const bytes = Buffer.from('sound'.repeat(100_000));
    const { sha256, bytes: count } = await pipeline.uploaded(bytes, {
      name: 'Gespräch.wav',
      type: 'audio/wav',
    });
    expect(count).toBe(bytes.length);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const [row] = await pipeline.uploads.ofSession(pipeline.session.id);
    expect(row).toMatchObject({
      length: bytes.length,
      offset: bytes.length,
      file_name: 'Gespräch.wav',
      file_type: 'audio/wav',
    });
    expect((await readFile(join(pipeline.dataDir, 'audio', row!.id))).equals(bytes)).toBe(true);
  });

  it('takes name and type from fields of their own', async () => {
    const pipeline = await testPipeline();
    const form = new FormData();
    form.set('file', new Blob(['sound']), 'blob');
    form.set('file_name', 'Sitzung.m4a');
    form.set('file_type', 'audio/mp4');
    await post(pipeline, form, {});
    expect((await pipeline.uploads.ofSession(pipeline.session.id))[0]).toMatchObject({
      file_name: 'Sitzung.m4a',
      file_type: 'audio/mp4',
    });
  });

  it('is refused above the limit while it streams, and nothing of it stays', async () => {
    const pipeline = await testPipeline();
    const { state, body } = streamed(2 * limits.maxUploadBytes);
    expect(await codeOf(await post(pipeline, body))).toBe('upload.too_large');
    expect(state.sent).toBeLessThan(limits.maxUploadBytes + 10 * MB);
    expect(await filesOf(pipeline)).toEqual([]);
    expect(await pipeline.uploads.ofSession(pipeline.session.id)).toEqual([]);
  });

  it('is removed when the client goes away', async () => {
    const pipeline = await testPipeline();
    const url = await pipeline.listen();
    const cut = httpRequest(url + pathOf(pipeline), {
      method: 'POST',
      headers: { ...as(pipeline.user), ...multipart, 'content-length': 5 * MB },
    });
    cut.on('error', () => {});
    cut.write(fileHead);
    cut.write(Buffer.alloc(2 * MB));
    await eventually(async () => {
      const [name = ''] = await filesOf(pipeline);
      expect((await stat(join(pipeline.dataDir, 'audio', name))).size).toBeGreaterThan(MB);
    });
    cut.destroy();
    await eventually(async () => expect(await filesOf(pipeline)).toEqual([]));
  });

  it.each([
    ['no multipart body', 'sound', { 'content-type': 'audio/mpeg' }, 'request.media_type'],
    [
      'a form without a file',
      `--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\ny${fileTail}`,
      multipart,
      'upload.no_file',
    ],
    ['an empty file', fileHead + fileTail, multipart, 'upload.empty'],
    ['a second file', `${fileHead}sound\r\n${fileHead}more${fileTail}`, multipart, 'upload.one_file'],
    [
      'an empty boundary, which the parser never ends on',
      '-----------\r\nContent-Disposition: form-data; name="file"\r\n\r\n{\r\n------\r\n',
      { 'content-type': 'multipart/form-data; boundary=' },
      'request.invalid',
    ],
    [
      'a boundary that is too long for the parser',
      'sound',
      { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` },
      'request.invalid',
    ],
    ['a body that breaks off', `${fileHead}soun`, multipart, 'request.invalid'],
  ])('is asked for where there is %s', async (_, body, headers, code) => {
    const pipeline = await testPipeline();
    expect(await codeOf(await post(pipeline, body, headers))).toBe(code);
    expect(await filesOf(pipeline)).toEqual([]);
  });

  it('is refused for a session that has its audio or belongs to somebody else', async () => {
    const pipeline = await testPipeline();
    await pipeline.uploaded(Buffer.from('sound'));
    await pipeline.completeWith({});
    expect(await codeOf(await post(pipeline, fileHead + 'x' + fileTail))).toBe('upload.already_complete');
    const stranger = await buildUser(pipeline.db);
    expect(
      await codeOf(await post(pipeline, fileHead + 'x' + fileTail, { ...multipart, ...as(stranger) })),
    ).toBe('session.not_found');
  });
});
