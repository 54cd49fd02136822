import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { creationKeyHeader, type SessionDetail } from '#api/contract/session.ts';
import { fixtureAudio } from './journey.ts';
import { expect } from './product.ts';

const wavHeaderBytes = 44;

/** Returns a recording of the fixture repeated `times` times, which is long enough to be interrupted. */
export function longRecording(times: number, name = 'de_conversation.wav'): Blob {
  const wav = readFileSync(fixtureAudio(name));
  const samples = Uint8Array.from(wav.subarray(wavHeaderBytes));
  const header = Buffer.alloc(wavHeaderBytes, wav);
  header.writeUInt32LE(samples.length * times + 36, 4);
  header.writeUInt32LE(samples.length * times, 40);
  return new Blob([Uint8Array.from(header), ...Array<Uint8Array<ArrayBuffer>>(times).fill(samples)]);
}

/** Creates a session and uploads audio through the API, as another program would. `metadata`: of recording-complete. */
export async function uploadByApi(
  url: string,
  token: string,
  audio: Blob,
  filename = 'sitzung.wav',
  metadata: object = {},
) {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}/api/v1/sessions/${path}`, { ...init, headers });
    expect(response.ok, `${path} ${response.status}`).toBe(true);
    return response.json();
  };
  const send = (method: string, path: string, body: unknown, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...more };
    return call(path, { method, headers, body: JSON.stringify(body) });
  };
  const session = { title: 'Lange Sitzung', language: 'de' };
  const { id } = (await send(
    'POST',
    '',
    { session },
    { [creationKeyHeader]: randomUUID() },
  )) as SessionDetail;
  const file = new FormData();
  file.set('file', audio, filename);
  await call(`${id}/file-upload`, { method: 'POST', body: file });
  const done = new FormData();
  const duration = Math.max(0, (audio.size - wavHeaderBytes) / 32_000);
  done.set('metadata', JSON.stringify({ duration, ...metadata }));
  await call(`${id}/recording-complete`, { method: 'POST', body: done });
  return {
    id,
    detail: (): Promise<SessionDetail> => call(id),
    async untilPlayable(): Promise<void> {
      const headers = { authorization: `Bearer ${token}` };
      const ask = () => fetch(`${url}/api/v1/sessions/${id}/audio-url`, { headers });
      await expect.poll(async () => (await ask()).status).toBe(200);
    },
    patch: (body: unknown): Promise<SessionDetail> => send('PATCH', id, body),
  };
}
