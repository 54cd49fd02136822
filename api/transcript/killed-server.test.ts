import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import type { SessionDetail } from '#api/contract/session.ts';
import { killableServer } from '#api/testing/killable-server.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { concat, silence } from '#wasm/testing/signals.ts';
import { fromWav, toWav } from '#wasm/testing/wav.ts';

/** `E2E_LONG=1`: half an hour of talk, as somebody would lose it; the same in short otherwise. */
const isLong = process.env['E2E_LONG'] === '1';
const rounds = isLong ? 54 : 2;
const timeout = isLong ? 900_000 : 180_000;
/** Asks a server that has something better to do: seldom, but for what passes quickly. */
const eventually = <T>(check: () => T | Promise<T>, interval = 20) =>
  vi.waitFor(check, { timeout, interval });

const fixture = join(import.meta.dirname, '../../models/fixture/audio');

/** A conversation again and again, with pauses that differ, so that no round is cut like the one before. */
async function talk(times: number): Promise<Uint8Array<ArrayBuffer>> {
  const { samples, sampleRate } = fromWav(await readFile(join(fixture, 'de_conversation.wav')));
  const parts = Array.from({ length: times }, (_, i) => [samples, silence(1 + ((i * 7) % 9), sampleRate)]);
  return toWav(concat(...parts.flat()), sampleRate);
}

type Said = { start: number; end: number; text: string }[];
const textOf = ({ transcript }: SessionDetail): Said =>
  transcript?.segments.map(({ start, end, text }) => ({ start, end, text })) ?? [];

/** Somebody who uses the server by its API. */
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
    /** A session with this sound, waiting for its transcript. */
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
    /** When it has its whole transcript. */
    done: (id: string) =>
      eventually(async () => {
        const session = await detail(id);
        expect([session.status, session.reason]).toEqual(['completed', null]);
        return session;
      }, 200),
    /** When a part of it stands, and another is still to come. */
    halfDone: (id: string) =>
      eventually(async () => {
        const { transcript } = await detail(id);
        expect(transcript?.partial).toBe(true);
        expect(transcript?.segments.length).toBeGreaterThan(0);
      }),
  };
}

/** What the data say while no server runs. */
function inspect<T>(dataDir: string, look: (db: Database.Database) => T): T {
  const db = new Database(join(dataDir, 'wortlaut.db'));
  try {
    return look(db);
  } finally {
    db.close();
  }
}

/** What a server writes that nobody disturbs; found once for each length. */
const undisturbed = new Map<number, Promise<Said>>();
function saidIn(times: number, find: () => Promise<SessionDetail>): Promise<Said> {
  const known = undisturbed.get(times) ?? find().then(textOf);
  undisturbed.set(times, known);
  return known;
}

describe('a server that is killed while it transcribes', () => {
  it(
    'goes on where it was: nothing is missing, nothing stands twice, and what was done is not done again',
    async () => {
      const { url, dataDir, kill, start } = await killableServer({ TRANSCRIPTION_SLOTS: '1' });
      const { bring, done, halfDone } = await person(url, 'petra@example.org');
      const sound = await talk(rounds);
      const expected = await saidIn(rounds, async () => done(await bring(sound)));
      expect(expected.length).toBeGreaterThan(rounds * 8);

      const id = await bring(sound);
      await halfDone(id);
      await kill();
      // a mark in the first segment, which a run that began anew would write over
      const kept = inspect(dataDir, (db) => {
        db.prepare("update segment set text = 'from the first life' where session_id = ? and seq = 0").run(
          id,
        );
        return db.prepare('select count(*) as n from segment where session_id = ?').get(id) as { n: number };
      });
      expect(kept.n).toBeLessThan(expected.length);
      await start();
      const session = await done(id);
      const [first, ...rest] = textOf(session);
      expect(first?.text).toBe('from the first life');
      expect(rest).toEqual(expected.slice(1));
      expect(session.transcript).toMatchObject({ version: 1, partial: false });
      expect(session.transcript?.segments.map((segment) => segment.id)).toEqual(
        expected.map((_, index) => `s${index + 1}`),
      );
      // what the first life had decoded went with its end
      await eventually(async () => expect(await readdir(join(dataDir, 'tmp'))).toEqual([]));
    },
    isLong ? 3_600_000 : 600_000,
  );

  it(
    'finishes everything that was running or queued, for everybody, however often it is killed',
    async () => {
      const { url, dataDir, kill, start } = await killableServer({ TRANSCRIPTION_SLOTS: '2' });
      const petras = await person(url, 'petra@example.org');
      const people = [petras, await person(url, 'jonas@example.org')];
      const times = isLong ? 10 : 2;
      const sound = await talk(times);
      const expected = await saidIn(times, async () => petras.done(await petras.bring(sound)));
      const brought: { who: number; id: string }[] = [];
      for (let turn = 0; turn < (isLong ? 3 : 2); turn++)
        for (const [who, { bring }] of people.entries()) brought.push({ who, id: await bring(sound) });

      await Promise.all(brought.slice(0, 2).map(({ who, id }) => people[who]!.halfDone(id)));
      await kill();
      const states = inspect(dataDir, (db) =>
        db.prepare("select user_id as who from job where state = 'running'").all(),
      ) as { who: string }[];
      // one of each, and what has its turn after them
      expect(new Set(states.map(({ who }) => who)).size).toBe(2);
      // and once more, before much was done
      await start();
      await eventually(async () => {
        const all = await Promise.all(brought.map(({ who, id }) => people[who]!.detail(id)));
        expect(all.some(({ status }) => status === 'transcribing')).toBe(true);
      });
      await kill();
      await start();
      for (const { who, id } of brought) {
        const session = await people[who]!.done(id);
        expect(textOf(session)).toEqual(expected);
        expect(session.transcript?.version).toBe(1);
      }
    },
    isLong ? 3_600_000 : 600_000,
  );
});
