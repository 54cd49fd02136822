import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { killableServer } from '#api/testing/killable-server.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { concat } from '#wasm/testing/signals.ts';
import { fromWav, toWav } from '#wasm/testing/wav.ts';

const timeout = 600_000;
const speech = join(import.meta.dirname, '../../models/fixture/audio/de_conversation.wav');

it(
  'a server that is killed while it makes audio seekable has all of it, and makes it then',
  { timeout },
  async () => {
    const { samples, sampleRate } = fromWav(await readFile(speech));
    const sound = toWav(concat(...Array.from({ length: 15 }, () => samples)), sampleRate);
    // The model is missing, so that no transcription runs.
    const server = await killableServer({ TRANSCRIPTION_MODEL: 'whisper-base' });
    const { access_token } = await createTestBrowser(server.url).register(petra);
    const call = (path: string, init: RequestInit = {}) => {
      const headers = {
        authorization: `Bearer ${access_token}`,
        ...(init.headers as Record<string, string>),
      };
      return fetch(`${server.url}/api/v1/sessions${path}`, { ...init, headers });
    };
    const body = JSON.stringify({ session: { title: 'Sitzung', language: 'de' } });
    const headers = { 'content-type': 'application/json' };
    const { id } = (await (await call('/', { method: 'POST', headers, body })).json()) as { id: string };
    const file = new FormData();
    file.set('file', new File([sound], 'sitzung.wav', { type: 'audio/wav' }));
    const sent = (await (await call(`/${id}/file-upload`, { method: 'POST', body: file })).json()) as {
      bytes: number;
      sha256: string;
    };
    const complete = () => {
      const form = new FormData();
      form.set('metadata', JSON.stringify({ duration: 10, ...sent }));
      return call(`/${id}/recording-complete`, { method: 'POST', body: form });
    };
    expect((await complete()).status).toBe(200);

    const making = async () =>
      (await readdir(join(server.dataDir, 'tmp')).catch(() => [])).filter((name) => name.endsWith('.mp3'));
    const stored = () => readdir(join(server.dataDir, 'audio'));
    await vi.waitFor(async () => expect(await making()).toHaveLength(1), { timeout, interval: 5 });
    await server.kill();
    const [former] = await stored();
    expect((await readFile(join(server.dataDir, 'audio', former!))).equals(sound)).toBe(true);

    await server.start();
    const download = await vi.waitFor(
      async () => {
        const answer = await call(`/${id}/download`);
        expect(answer.status).toBe(200);
        return answer;
      },
      { timeout, interval: 100 },
    );
    expect(download.headers.get('content-type')).toBe('audio/mpeg');
    const bytes = Buffer.from(await download.arrayBuffer());
    expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xf3]);
    await vi.waitFor(async () => expect(await stored()).toHaveLength(1), { timeout });
    const [now] = await stored();
    expect(now).not.toBe(former);
    expect(await making()).toEqual([]);
    // The client did not get an answer, so it repeats the request.
    expect((await complete()).status).toBe(200);
  },
);
