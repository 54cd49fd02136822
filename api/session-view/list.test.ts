import { describe, expect, it } from 'vitest';
import type { SessionList } from '#api/contract/session.ts';
import { dayMs } from '#api/contract/time.ts';
import { sessionListSchema } from '#api/contract/session.ts';
import { defaultRetention } from '#api/domain/domain.store.ts';
import { silentLog } from '#api/lib/log.ts';
import { newId } from '#api/lib/id.ts';
import { storePeaks } from '#api/recording/audio-peaks.ts';
import { hasEnded, retentionOf } from '#api/session/retention.rules.ts';
import { createRetentionStore } from '#api/retention/retention.store.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { buildResult, buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { expiresBefore } from '#api/session/session.rules.ts';
import { fillThumbnails } from '#api/session/thumbnail-keeper.ts';
import { peaksToThumbnail } from '#api/session/thumbnail.rules.ts';
import { createThumbnailStore } from '#api/session/thumbnail.store.ts';

async function library() {
  const tested = await testApp();
  const { app, db, bearer } = tested;
  const user = await buildUser(db);
  const list = async (query = ''): Promise<SessionList['recordings']> => {
    const answer = await app.request(`/api/v1/sessions/?${query}`, { headers: bearer(user) });
    return sessionListSchema.parse(await answer.json()).recordings;
  };
  const build = (title: string, createdAt: number) =>
    buildSession(db, ownerOf(user), { title, status: 'completed', created_at: createdAt });
  const addAudio = async (sessionId: string, createdAt: number, peaksKey: string | null = null) => {
    const row = { storage_key: `audio/${newId()}`, file_name: 'a', file_type: '', bytes: 1, sha256: '' };
    await db
      .insertInto('audio')
      .values({ ...row, session_id: sessionId, peaks_key: peaksKey, created_at: createdAt })
      .execute();
  };
  return { ...tested, user, list, build, addAudio };
}

describe('the list', () => {
  it('says until when audio and content are there, and that audio has gone', async () => {
    const { db, clock, list, build, addAudio } = await library();
    const { id } = await build('Sitzung', clock.now());
    expect((await list())[0]).toMatchObject({ audio_until: null, content_until: '2027-05-20' });
    await addAudio(id, clock.now() + dayMs);
    expect((await list())[0]).toMatchObject({ audio_until: '2026-12-21' });
    await createRetentionStore(db, clock).markAudioDeleted(id);
    expect((await list())[0]).toMatchObject({ audio_until: null });
  });

  it('can be of those that expire soon: audio within the days, or content', async () => {
    const { clock, list, build, addAudio } = await library();
    const now = clock.now();
    for (const [title, age, hasAudio] of [
      ['neu', 0, true],
      ['geht in 8 Tagen', 22, true],
      ['geht in 7 Tagen', 23, true],
      ['geht heute', 30, true],
      ['ohne Ton', 23, false],
      ['ganz alt', 178, false],
    ] as const) {
      const { id } = await build(title, now - age * dayMs);
      if (hasAudio) await addAudio(id, now - age * dayMs);
    }
    const titles = async (query: string) => (await list(query)).map(({ title }) => title);
    expect(await titles('expires_days=7')).toEqual(['geht in 7 Tagen', 'geht heute', 'ganz alt']);
    expect(await titles('expires_days=0')).toEqual(['geht heute']);
    expect(await titles('expires_days=7&search=HEUTE')).toEqual(['geht heute']);
    expect(await titles('expires_days=366')).toHaveLength(6);
  });

  it('counts the days as the dates that it shows do', () => {
    const nowMs = Date.UTC(2026, 1, 27, 15);
    for (let days = 0; days < 60; days++) {
      const { audioMs, contentMs } = expiresBefore(defaultRetention, nowMs, days);
      const endMs = nowMs + (days + 1) * dayMs;
      for (let hours = -2; hours <= 2; hours++) {
        const [audioAt, createdAt] = [audioMs + hours * 3_600_000, contentMs + hours * 3_600_000];
        expect(audioAt < audioMs).toBe(
          hasEnded(retentionOf(defaultRetention, audioAt, audioAt).audio_until, endMs),
        );
        expect(createdAt < contentMs).toBe(
          hasEnded(retentionOf(defaultRetention, createdAt).content_until, endMs),
        );
      }
    }
  });

  it('carries the newest results without their texts, and whether they are older than the session', async () => {
    const { db, clock, list, build } = await library();
    const { id } = await build('Sitzung', clock.now());
    const store = createTranscriptStore(db, clock);
    const version = await store.begin(id, 'test', 'de');
    await store.putSegments(id, version, 0, buildDialogue(['A: ja']).segments);
    await store.finish(id, version);
    await buildResult(db, id, 'summary', { text: 'Alt' });
    await buildResult(db, id, 'summary', { text: 'Neu', sources: '[{"n":1,"segment":"s1","at":0}]' });
    const made_from = JSON.stringify({ transcript: 0, edits: 0, notes: 0, option: 0 });
    await buildResult(db, id, 'minutes', { made_from });
    await build('Andere', clock.now() - 1);
    const [item, other] = await list();
    expect(item?.data).toMatchObject({
      summary: { text: '', sources: [], version: 2, stale: false },
      minutes: { stale: true },
    });
    expect(other?.data).toEqual({});
  });
});

describe('the small picture of a recording', () => {
  it('is the loudest sample of each sixtieth', () => {
    const peaks = new Int8Array(240).fill(1);
    peaks[4] = -128;
    peaks[239] = 64;
    const picture = peaksToThumbnail(new Uint8Array(peaks.buffer))!;
    expect([picture.length, picture[0], picture[1], picture[59]]).toEqual([60, 2, 255, 128]);
    // Fewer peaks than columns.
    expect([...peaksToThumbnail(new Uint8Array([0, 127]))!]).toEqual(Array(60).fill(253));
    expect(peaksToThumbnail(new Uint8Array())).toBeNull();
  });

  it('is made for recordings that came before there was any, and goes with the audio', async () => {
    const { db, clock, deps, list, build, addAudio } = await library();
    const { storage } = deps;
    const thumbnails = createThumbnailStore(db);
    const peaks = new Uint8Array(120).fill(100);
    const old = await build('alt', clock.now());
    await addAudio(old.id, clock.now(), await storePeaks(storage, peaks));
    const lost = await build('ohne Datei', clock.now() - 1);
    await addAudio(lost.id, clock.now(), `peaks/${newId()}`);
    await fillThumbnails({ thumbnails, storage, log: silentLog(), batchSize: 1 });
    const thumbnail = Buffer.from(peaksToThumbnail(peaks)!).toString('base64');
    expect((await list()).map((item) => item.thumbnail)).toEqual([thumbnail, null]);
    await createRetentionStore(db, clock).markAudioDeleted(old.id);
    expect((await list())[0]?.thumbnail).toBeNull();
    await thumbnails.set(old.id, peaks);
    expect((await list())[0]?.thumbnail).toBeNull();
  });

  it('comes with the peaks that the server measures', async () => {
    const { clock, deps, list, build, addAudio } = await library();
    const { id } = await build('Sitzung', clock.now());
    await addAudio(id, clock.now());
    const picture = new Uint8Array(60).fill(7);
    expect(await deps.sessions.setPeaks(id, 'peaks/x', picture)).toBe(true);
    expect(await deps.sessions.setPeaks(id, 'peaks/y', new Uint8Array(60))).toBe(false);
    expect((await list())[0]?.thumbnail).toBe(Buffer.from(picture).toString('base64'));
  });
});
