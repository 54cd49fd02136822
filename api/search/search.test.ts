import { describe, expect, it } from 'vitest';
import { buildUser } from '#api/testing/builders.ts';
import { testLibrary } from '#api/testing/test-library.ts';

describe('what was said', () => {
  it('is found with its moments, each with segment, second and marked words; newest first', async () => {
    const { say, list } = await testLibrary();
    await say('Erste', ['A: Das Budget ist knapp.', 'B: Welches Budget?']);
    await say('Zweite', ['A: Nichts davon.']);
    await say('Dritte', ['A: Über Budgetfragen reden wir morgen.']);
    const { recordings, hasMore } = await list({ text: 'budget' });
    expect(hasMore).toBe(false);
    expect(recordings.map(({ title, hit_count: count }) => [title, count])).toEqual([
      ['Dritte', 1],
      ['Erste', 1],
    ]);
    const [hit] = recordings[1]!.hits!;
    expect(hit).toMatchObject({ segment: 's1', at: 0.4, text: 'Das Budget ist knapp. Welches Budget?' });
    expect(hit!.marks).toEqual([[4, 10]]);
  });

  it('names the first three moments in order of time and counts the others', async () => {
    const { say, list } = await testLibrary();
    const between =
      'A: eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn';
    const lines = Array.from({ length: 5 }, () => ['B: Jetzt gilt es.', between, between]).flat();
    await say('Sitzung', lines);
    const [item] = (await list({ text: 'gilt' })).recordings;
    expect(item?.hit_count).toBe(5);
    expect(item?.hits?.map(({ segment }) => segment)).toEqual(['s1', 's4', 's7']);
    const times = item!.hits!.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('is found without difference of case and diacritics, over the borders of turns, as a phrase, by a beginning', async () => {
    const { say, titles } = await testLibrary();
    await say('Sitzung', ['A: Die Gemeinde Zürich prüft', 'B: das Straßenprojekt. L’été prochain!']);
    for (const text of ['zurich', 'ZÜRICH', 'strassenpro', 'pruft das', '"prüft das"', 'ete', 'projekt die'])
      expect([text, await titles(text)]).toEqual([text, text === 'projekt die' ? [] : ['Sitzung']]);
    expect(await titles('"das prüft"')).toEqual([]);
    expect(await titles('das prüft')).toEqual(['Sitzung']);
  });

  it('is no error, whatever signs are typed', async () => {
    const { say, titles } = await testLibrary();
    await say('Sitzung', ['A: Es sind 100 Prozent oder mehr.']);
    for (const text of [
      '"',
      '"100',
      '100%',
      '100* OR',
      "'; drop table session; --",
      'NEAR(100 mehr, 2)',
      '(',
      '-mehr',
    ])
      expect(Array.isArray(await titles(text))).toBe(true);
    expect(await titles('100%')).toEqual(['Sitzung']);
    // A text without a letter or digit finds nothing.
    for (const text of ['%', '"', '*', '(((', '😀']) expect([text, await titles(text)]).toEqual([text, []]);
    expect(await titles('  ')).toEqual(['Sitzung']);
  });

  it('is found by nobody else, not even the words that others share', async () => {
    const { db, say, titles } = await testLibrary();
    const [neighbour, elsewhere] = [await buildUser(db), await buildUser(db, { host: 'other.example' })];
    await say('Meine', ['A: Geheimnis']);
    await say('Ihre', ['A: Geheimnis'], neighbour);
    await say('Fremde', ['A: Geheimnis'], elsewhere);
    expect(await titles('geheimnis')).toEqual(['Meine']);
    expect(await titles('geheimnis', {}, neighbour)).toEqual(['Ihre']);
  });

  it('combines with the title and with what expires', async () => {
    const { db, say, titles, clock } = await testLibrary();
    const old = await say('Visite Anna', ['A: Fieber']);
    await say('Visite Beat', ['A: Fieber']);
    await say('Rapport', ['A: Fieber']);
    const createdAt = clock.now() - 28 * 86_400_000;
    await db.updateTable('session').set({ created_at: createdAt }).where('id', '=', old.id).execute();
    const audio = { storage_key: 'audio/x', file_name: 'a', file_type: '', bytes: 1, sha256: '' };
    await db
      .insertInto('audio')
      .values({ ...audio, session_id: old.id, created_at: createdAt })
      .execute();
    expect(await titles('fieber', { search: 'VISITE' })).toEqual(['Visite Beat', 'Visite Anna']);
    expect(await titles('fieber', { expires_days: 7 })).toEqual(['Visite Anna']);
    expect(await titles('fieber', { expires_days: 7, search: 'beat' })).toEqual([]);
  });

  it('comes in pages; none is lost or repeated while sessions come and go', async () => {
    const { say, call, titles } = await testLibrary();
    const rows = [];
    for (let n = 1; n <= 25; n++) rows.push(await say(`S${n}`, ['A: Traktandum']));
    const first = await titles('traktandum');
    expect(first).toEqual(Array.from({ length: 10 }, (_, index) => `S${25 - index}`));
    await say('Neu', ['A: Traktandum']);
    for (const { id } of rows.slice(20)) await call(`/${id}`, { method: 'DELETE' });
    const second = await titles('traktandum', { page: 2 });
    expect(second).toEqual(Array.from({ length: 10 }, (_, index) => `S${15 - index}`));
    expect(await titles('traktandum', { page: 3 })).toEqual(['S5', 'S4', 'S3', 'S2', 'S1']);
    expect(await titles('traktandum', { page: 4 })).toEqual([]);
  });

  it('is paged as well where nobody asked for the page before', async () => {
    const { say, titles } = await testLibrary();
    for (let n = 1; n <= 7; n++) await say(`S${n}`, ['A: Traktandum eins']);
    expect(await titles('traktandum', { page: 3, limit: 2 })).toEqual(['S3', 'S2']);
    // A prefix of one letter is looked up within the matches of the other words.
    expect(await titles('traktandum e', { page: 2, limit: 3 })).toEqual(['S4', 'S3', 'S2']);
    expect(await titles('traktandum z')).toEqual([]);
  });
});
