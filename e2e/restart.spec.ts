import { readFileSync } from 'node:fs';
import type { SessionDetail } from '#api/contract/session.ts';
import { createSession, fixtureAudio, fixtureText, pickFile, signedIn, wordsOf } from './journey.ts';
import { expect, test, type Page } from './product.ts';

const isFinished = (page: Page) =>
  expect(page.getByText('fertig', { exact: true }).first()).toBeVisible({ timeout: 90_000 });

const wavHeaderBytes = 44;

/** The conversation, several times over: long enough to be caught in the middle. */
function longRecording(times: number): Blob {
  const wav = readFileSync(fixtureAudio('de_conversation.wav'));
  const samples = Uint8Array.from(wav.subarray(wavHeaderBytes));
  const header = Buffer.alloc(wavHeaderBytes, wav);
  header.writeUInt32LE(samples.length * times + 36, 4);
  header.writeUInt32LE(samples.length * times, 40);
  return new Blob([Uint8Array.from(header), ...Array<Uint8Array<ArrayBuffer>>(times).fill(samples)]);
}

/** A session with this audio, brought in by the plain API. */
async function uploadByApi(url: string, token: string, audio: Blob) {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}/api/v1/sessions/${path}`, { ...init, headers });
    expect(response.ok, `${path} ${response.status}`).toBe(true);
    return response.json();
  };
  const session = { title: 'Lange Sitzung', language: 'de' };
  const headers = { 'content-type': 'application/json' };
  const { id } = await call('', { method: 'POST', headers, body: JSON.stringify({ session }) });
  const file = new FormData();
  file.set('file', audio, 'sitzung.wav');
  await call(`${id}/file-upload`, { method: 'POST', body: file });
  const done = new FormData();
  done.set('metadata', JSON.stringify({ duration: (audio.size - wavHeaderBytes) / 32_000 }));
  await call(`${id}/recording-complete`, { method: 'POST', body: done });
  return { id: id as string, detail: (): Promise<SessionDetail> => call(id) };
}

for (const how of ['stop', 'kill'] as const) {
  test(`a transcription interrupted by ${how === 'stop' ? 'an orderly stop' : 'a kill'} of the server goes on from where it was`, async ({
    page,
    product,
  }) => {
    const times = 12;
    const { token } = await signedIn(page, product.url);
    const { id, detail } = await uploadByApi(product.url, token, longRecording(times));
    await page.goto(`/library/${id}`);
    await expect.poll(async () => (await detail()).transcript?.segments.length ?? 0).toBeGreaterThan(3);
    const before = await detail();
    expect(before.status).toBe('transcribing');
    await product[how]();
    await product.start();
    await isFinished(page);
    const after = await detail();
    const kept = before.transcript!.segments;
    expect(after.transcript!.segments.slice(0, kept.length)).toEqual(kept);
    const words = wordsOf(after.transcript!.segments.map(({ text }) => text).join(' '));
    expect(words).toBe(
      Array<string>(times)
        .fill(wordsOf(fixtureText('de_conversation.wav')))
        .join(' '),
    );
  });
}

test('a session whose model is missing waits with the reason and goes on when it is there', async ({
  page,
  product,
}) => {
  await product.stop();
  await product.start({ TRANSCRIPTION_MODEL: 'whisper-tiny' });
  await signedIn(page, product.url);
  await createSession(page, 'Modell fehlt');
  await pickFile(page, fixtureAudio('de_1.wav'));
  await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
  await expect(page.getByText('Auf dem Server fehlt das Sprachmodell', { exact: false })).toBeVisible({
    timeout: 60_000,
  });
  await product.stop();
  await product.start();
  await isFinished(page);
});
