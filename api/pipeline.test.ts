import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { healthSchema } from '#api/contract/health.ts';
import { sessionDetailSchema, type SessionDetail } from '#api/contract/session.ts';
import { openDb } from '#api/db/open.ts';
import { createLog } from '#api/lib/log.ts';
import type { ServerOverrides } from '#api/server.ts';
import { meeting } from '#api/testing/engine/test-conversation.ts';
import { turn } from '#api/testing/test-results.ts';
import { startLlmServer } from '#api/testing/llm/llm-server.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { testAsrServer, type Listener } from '#api/testing/engine/asr-server.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testServer } from '#api/testing/test-server.ts';

const fixture = join(import.meta.dirname, '../models/fixture/audio');
const words = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const expectedWords = async (name: string): Promise<string[]> => {
  const text = await readFile(join(fixture, 'expected.json'), 'utf8');
  const entries = JSON.parse(text) as { file: string; text: string }[];
  return words(entries.find(({ file }) => file === name)?.text ?? 'no such file');
};

/** A signed-in client of a real server with the fixture model and a short queue interval. */
async function person(env: Record<string, string> = {}, overrides: ServerOverrides = {}) {
  const server = await testServer(env, { queueTimes: { tickMs: 20, recheckMs: 50 }, ...overrides });
  const browser = createTestBrowser(server.url);
  const { access_token } = await browser.register(petra);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}/api/v1/sessions${path}`, {
      ...init,
      headers: { authorization: `Bearer ${access_token}`, ...init.headers },
    });
  const create = async (language: string): Promise<string> => {
    const response = await call('/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: { title: 'Probe', language } }),
    });
    return ((await response.json()) as { id: string }).id;
  };
  const send = async (id: string, name: string, duration: number): Promise<void> => {
    const file = new FormData();
    file.set('file', new Blob([await readFile(join(fixture, name))], { type: 'audio/wav' }), name);
    const sent = await call(`/${id}/file-upload`, { method: 'POST', body: file });
    const { sha256 } = (await sent.json()) as { sha256: string };
    const completion = new FormData();
    completion.set('metadata', JSON.stringify({ duration, sha256 }));
    const done = await call(`/${id}/recording-complete`, { method: 'POST', body: completion });
    expect([done.status, await done.json()]).toEqual([200, { status: 'pending' }]);
  };
  const detail = async (id: string): Promise<SessionDetail> =>
    sessionDetailSchema.parse(await (await call(`/${id}`)).json());
  const until = async (id: string, isThere: (session: SessionDetail) => boolean): Promise<SessionDetail> => {
    for (;;) {
      const session = await detail(id);
      if (isThere(session)) return session;
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
  };
  return { server, call, create, send, detail, until };
}

describe('the pipeline of the server', () => {
  it('turns a file into the words that were spoken, plays it, and deletes all of it', async () => {
    const { server, call, create, send, until } = await person();
    const id = await create('de');
    await send(id, 'de_1.wav', 10);
    const session = await until(id, ({ status }) => status === 'completed' || status === 'error');
    expect(session.reason).toBeNull();
    expect(session.progress).toBeNull();
    const text = session.transcript?.segments.map((segment) => segment.text).join(' ') ?? '';
    expect(words(text)).toEqual(await expectedWords('de_1.wav'));
    // Nobody chose, so the options enabled by default run.
    expect(session.data).toMatchObject({
      minutes: { state: 'done' },
      summary: { state: 'done', engine: 'extract' },
    });

    const { url } = (await (await call(`/${id}/audio-url`)).json()) as { url: string };
    const part = await fetch(server.url + url, { headers: { range: 'bytes=0-3' } });
    // A wav was sent, and it is played as mp3.
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
    expect([...new Uint8Array(await part.arrayBuffer())].slice(0, 2)).toEqual([0xff, 0xf3]);
    expect(part.headers.get('cross-origin-resource-policy')).toBe('same-origin');

    expect((await call(`/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(server.url + url)).status).toBe(404);
    expect(await readdir(join(server.dataDir, 'audio'))).toEqual([]);
  });

  it('deletes by itself what has passed its days, also after a rest', async () => {
    const { server, create, send, until } = await person();
    const id = await create('de');
    await send(id, 'silence.wav', 4);
    await until(id, ({ status }) => status === 'completed');
    expect(await readdir(join(server.dataDir, 'audio'))).toHaveLength(1);
    await server.close();
    let passedMs = 0;
    const clock = { now: () => Date.now() + 400 * 86_400_000 + passedMs, ranMs: () => passedMs };
    const again = await testServer({ DATA_DIR: server.dataDir }, { clock, sweepEveryMs: 20 });
    const health = async () => healthSchema.parse(await (await fetch(`${again.url}/api/v1/health`)).json());
    await expect
      .poll(async () => (await health()).parts.clock)
      .toEqual({ status: 'failed', code: 'clock.doubted' });
    const db = openDb(join(server.dataDir, 'wortlaut.db'));
    onTestFinished(() => db.destroy());
    const left = async () => [
      ...(await db.selectFrom('session').select('id').execute()),
      ...(await db.selectFrom('oidc_model').select('id').execute()),
      ...(await readdir(join(server.dataDir, 'audio'))),
      ...(await readdir(join(server.dataDir, 'peaks'))),
    ];
    expect(await readdir(join(server.dataDir, 'audio'))).toHaveLength(1);
    passedMs = 5 * 86_400_000;
    await expect.poll(left).toEqual([]);
    expect((await health()).parts.clock).toEqual({ status: 'ok' });
    expect(await db.selectFrom('user').select('id').execute()).toHaveLength(1);
  });

  it('waits with a reason while the model is missing, and says so in health', async () => {
    const { server, create, send, until } = await person({ TRANSCRIPTION_MODEL: 'whisper-tiny' });
    const id = await create('de');
    await send(id, 'de_1.wav', 10);
    const session = await until(id, ({ reason }) => reason !== null);
    expect([session.status, session.reason]).toEqual(['pending', 'transcription.model_missing']);
    const health = await (await fetch(`${server.url}/api/v1/health`)).json();
    expect(health).toMatchObject({ parts: { transcription: { status: 'missing', name: 'whisper-tiny' } } });
  });

  it('waits for another server that is to transcribe, goes on when it is there, and tells its key to nobody else', async () => {
    const said = { text: 'Grüezi.', start: 0.5, end: 1.5 };
    const listen: Listener = async () => [{ ...said, words: [{ ...said, confidence: 0.9 }], doubt: null }];
    const asr = await testAsrServer(listen, { key: 'sk-geheim' });
    await asr.stop();
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => void lines.push(line) });
    const remote = { ASR_URL: asr.url, ASR_KEY: 'sk-geheim', ASR_MODEL: 'fixture' };
    const { server, create, send, until } = await person(remote, { log });
    const health = async () => (await fetch(`${server.url}/api/v1/health`)).text();
    expect(JSON.parse(await health())).toMatchObject({
      parts: {
        transcription: {
          status: 'failed',
          name: 'remote/fixture',
          kind: 'remote',
          code: 'transcription.engine_unreachable',
        },
      },
    });
    const id = await create('de-CH');
    await send(id, 'de_1.wav', 10);
    const waiting = await until(id, ({ reason }) => reason !== null);
    expect([waiting.status, waiting.reason]).toEqual(['pending', 'transcription.engine_unreachable']);

    await asr.startAgain();
    const { transcript } = await until(id, ({ status }) => status === 'completed' || status === 'error');
    expect(transcript).toMatchObject({ engine: 'remote/fixture', segments: [{ text: 'Grüezi.' }] });
    expect(asr.requests[0]?.fields['language']).toEqual(['de']);
    expect(lines.length).toBeGreaterThan(5);
    expect(`${await health()}${lines.join('')}`).not.toMatch(/geheim|Grüezi/);
  });

  it('makes results by the language model of LLM_URL; a restart in the middle ends streams and begins the result anew', async () => {
    const llm = await startLlmServer({ key: 'sk-wort' });
    onTestFinished(() => llm.close());
    const env = { LLM_URL: llm.url, LLM_KEY: 'sk-wort', LLM_MODEL: 'fixture' };
    const { server, call, create, detail, until } = await person(env);
    const id = await create('de');
    const db = openDb(join(server.dataDir, 'wortlaut.db'));
    onTestFinished(() => db.destroy());
    const transcripts = createTranscriptStore(db, { now: Date.now });
    const version = await transcripts.begin(id, 'fixture', 'de');
    const segments = meeting('de').map(({ id: segment, text }, index) => turn(segment, index * 5, text));
    await transcripts.putSegments(id, version, 0, segments);
    await transcripts.finish(id, version);
    await db.updateTable('session').set({ status: 'completed' }).execute();

    llm.script([{ isMute: true }]);
    const body = JSON.stringify({ options: ['summary'] });
    const headers = { 'content-type': 'application/json' };
    const asked = await call(`/${id}/process`, { method: 'POST', headers, body });
    expect([asked.status, (await detail(id)).status]).toEqual([200, 'processing']);
    await until(id, ({ data }) => data['summary'] !== false);
    const events = await call(`/${id}/results/summary/events`);
    await expect.poll(() => llm.requests.length).toBe(1);
    await server.close();
    expect(await events.text()).toMatch(/"event":"text"[^]*"event":"end"/);

    await testServer({ ...env, DATA_DIR: server.dataDir }, { queueTimes: { tickMs: 20 } });
    const result = async () =>
      db.selectFrom('result').select(['state', 'engine', 'version', 'text']).executeTakeFirst();
    await expect
      .poll(result)
      .toMatchObject({ state: 'done', engine: 'llm', version: 1, text: expect.stringContaining('[1]') });
    expect(llm.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer sk-wort',
      'Bearer sk-wort',
    ]);
  });

  it('refuses a model that nobody knows, before it takes a request', async () => {
    await expect(testServer({ TRANSCRIPTION_MODEL: 'whisper-huge' })).rejects.toThrow(
      'TRANSCRIPTION_MODEL is set to "whisper-huge": it must be an id of models/manifest.json.',
    );
  });
});
