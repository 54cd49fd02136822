import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import type { SessionDetail } from '#api/contract/session.ts';
import { killableServer } from '#api/testing/killable-server.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { concat, silence } from '#wasm/testing/signals.ts';
import { fromWav, toWav } from '#wasm/testing/wav.ts';

/** Repetitions of the conversation: half an hour of talk. */
const rounds = 54;
const timeout = 900_000;
const eventually = <T>(check: () => T | Promise<T>, interval = 20) =>
  vi.waitFor(check, { timeout, interval });

const fixture = join(import.meta.dirname, '../../models/fixture/audio');

/** A repeated conversation with varying pauses, so that every round is segmented differently. */
async function talk(times: number): Promise<Uint8Array<ArrayBuffer>> {
  const { samples, sampleRate } = fromWav(await readFile(join(fixture, 'de_conversation.wav')));
  const parts = Array.from({ length: times }, (_, i) => [samples, silence(1 + ((i * 7) % 9), sampleRate)]);
  return toWav(concat(...parts.flat()), sampleRate);
}

type Said = { start: number; end: number; text: string }[];
const textOf = ({ transcript }: SessionDetail): Said =>
  transcript?.segments.map(({ start, end, text }) => ({ start, end, text })) ?? [];

/** A person who uses the server by its API. */
async function person(url: string, email: string) {
  const { access_token } = await createTestBrowser(url).register({ ...petra, email });
  const authorization = { authorization: `Bearer ${access_token}` };
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...authorization, ...(init.headers as Record<string, string>) };
    const answer = await fetch(`${url}/api/v1/sessions${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer;
  };
  const detail = async (id: string) => (await (await call(`/${id}`)).json()) as SessionDetail;
  return {
    detail,
    /** Creates a session with this audio. */
    async bring(sound: Uint8Array<ArrayBuffer>): Promise<string> {
      const body = JSON.stringify({ session: { title: 'Sitzung', language: 'de' } });
      const headers = { 'content-type': 'application/json' };
      const { id } = (await (await call('/', { method: 'POST', headers, body })).json()) as { id: string };
      const file = new FormData();
      file.set('file', new File([sound], 'sitzung.wav', { type: 'audio/wav' }));
      await call(`/${id}/file-upload`, { method: 'POST', body: file });
      const form = new FormData();
      form.set('metadata', JSON.stringify({ duration: 10, mode: 'upload' }));
      await call(`/${id}/recording-complete`, { method: 'POST', body: form });
      return id;
    },
    /** Waits for the complete transcript. */
    done: (id: string) =>
      eventually(async () => {
        const session = await detail(id);
        expect([session.status, session.reason]).toEqual(['completed', null]);
        return session;
      }, 200),
    /** Waits until a part of the transcript is stored and another is still missing. */
    halfDone: (id: string) =>
      eventually(async () => {
        const { transcript } = await detail(id);
        expect(transcript?.partial).toBe(true);
        expect(transcript?.segments.length).toBeGreaterThan(0);
      }),
  };
}

/** Reads the database while no server runs. */
function inspect<T>(dataDir: string, look: (db: Database.Database) => T): T {
  const db = new Database(join(dataDir, 'wortlaut.db'));
  try {
    return look(db);
  } finally {
    db.close();
  }
}

describe('a server that is killed while it transcribes', () => {
  it('goes on where it was, for everybody, however often and however it ends: nothing is missing, nothing stands twice or is done again', async () => {
    const { url, dataDir, kill, stop, start } = await killableServer({ TRANSCRIPTION_SLOTS: '2' });
    const petras = await person(url, 'petra@example.org');
    const jonas = await person(url, 'jonas@example.org');
    const sound = await talk(rounds);
    // Reference: the output of an undisturbed server.
    const expected = textOf(await petras.done(await petras.bring(sound)));
    expect(expected.length).toBeGreaterThan(rounds * 8);

    const [first, second] = [await petras.bring(sound), await jonas.bring(sound)];
    const queued = await petras.bring(sound);
    await Promise.all([petras.halfDone(first), jonas.halfDone(second)]);
    await kill();
    inspect(dataDir, (db) => {
      const running = db.prepare("select session_id as id from job where state = 'running'").all();
      expect(running).toEqual(expect.arrayContaining([{ id: first }, { id: second }]));
      // A mark in the first segment, which a run from the beginning would overwrite.
      const mark = "update segment set text = 'from the first life' where session_id in (?, ?) and seq = 0";
      expect(db.prepare(mark).run(first, second).changes).toBe(2);
      const kept = db.prepare('select count(*) as n from segment where session_id = ?');
      expect((kept.get(first) as { n: number }).n).toBeLessThan(expected.length);
    });
    // And once more, in order, before much was done.
    await start();
    await eventually(async () => {
      const all = await Promise.all([petras.detail(first), jonas.detail(second)]);
      expect(all.some(({ status }) => status === 'transcribing')).toBe(true);
    });
    await stop();
    await start();
    const marked = [{ ...expected[0]!, text: 'from the first life' }, ...expected.slice(1)];
    const ids = expected.map((_, index) => `s${index + 1}`);
    for (const [{ done }, id, texts] of [
      [petras, first, marked],
      [jonas, second, marked],
      [petras, queued, expected],
    ] as const) {
      const session = await done(id);
      expect(textOf(session)).toEqual(texts);
      expect(session.transcript).toMatchObject({ version: 1, partial: false });
      expect(session.transcript?.segments.map((segment) => segment.id)).toEqual(ids);
    }
    // The decoded audio of the killed servers has been removed.
    await eventually(async () => expect(await readdir(join(dataDir, 'tmp'))).toEqual([]));
  }, 3_600_000);
});
