import { Readable } from 'node:stream';
import type { Db } from '#api/db/open.ts';
import { newId } from '#api/lib/id.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { buildAnnouncement, changedAnnouncement, removedAnnouncement } from './build-announcements.ts';
import { createPairingBuilder } from './build-pairings.ts';
import { buildDialogue } from './build-transcript.ts';
import { buildResult, buildSession, buildUser, ownerOf, testHost } from './builders.ts';
import { recorded, sha256Of } from './test-recording.ts';
import { testClock } from './test-clock.ts';
import { encode, octets, tus } from './test-upload-client.ts';

type World = {
  db: Db;
  url: string;
  storage: AudioStore;
  owner: { id: string; access: string };
};

/** Stands in everything that belongs to the owner, so that an answer which tells anything of it is recognised. */
export const ownersWord = 'Ahornblatt';

/** Builds what the routes name. What a call would use up is there for that call alone. */
export async function buildThings({ db, url, storage, owner }: World) {
  const acting = ownerOf({ host: testHost, id: owner.id });
  const session = async (title: string, fields: Parameters<typeof buildSession>[2] = {}) =>
    (
      await buildSession(db, acting, {
        title: `${title} ${ownersWord}`,
        settings: '{"options":[]}',
        ...fields,
      })
    ).id;
  const sound = await recorded(1);
  const store = async (key: string, bytes: Buffer): Promise<string> => {
    await storage.create(key);
    await storage.append(key, 0, Readable.from([bytes]));
    return key;
  };

  /** A session with transcript, notes, results, proposals for corrections, and audio. */
  const whole = await session('Ganz', { status: 'completed', notes: `Notiz ${ownersWord}`, duration: 1 });
  const transcripts = createTranscriptStore(db, testClock(Date.now()));
  const version = await transcripts.begin(whole, 'test', 'de');
  await transcripts.putSegments(whole, version, 0, buildDialogue([`A: Das ${ownersWord} ist rot.`]).segments);
  await transcripts.finish(whole, version);
  await buildResult(db, whole, 'summary', { text: `Fazit ${ownersWord}` });
  await buildResult(db, whole, 'minutes', { text: `Entwurf ${ownersWord}`, state: 'processing' });
  const proposal = {
    segment: 's1',
    at: 0,
    start: 4,
    from_text: ownersWord,
    to_text: 'Blatt',
    kind: 'spelling',
  };
  await db
    .insertInto('suggestion')
    .values({ session_id: whole, id: 'vorschlag', seq: 1, version: 1, ...proposal })
    .execute();
  for (const id of [changedAnnouncement, removedAnnouncement]) await buildAnnouncement(db, { id });
  const audio = { file_name: 'a.mp3', file_type: 'audio/mpeg', bytes: sound.length, sha256: sha256Of(sound) };
  await db
    .insertInto('audio')
    .values({
      ...audio,
      session_id: whole,
      storage_key: await store(`audio/${newId()}`, sound),
      peaks_key: await store(`peaks/${newId()}`, Buffer.from([0, 1])),
      seekable: 'yes',
      created_at: Date.now(),
    })
    .execute();

  const send = (method: string, path: string, headers: Record<string, string>, body?: BodyInit) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${owner.access}`, ...headers },
      body: body ?? null,
    });
  /** A recording that is not complete. */
  const begin = async (sessionId: string): Promise<string> => {
    const metadata = { session_id: sessionId, file_name: `${ownersWord}.mp3`, file_type: 'audio/mpeg' };
    const begun = await send('POST', '/api/v1/uploads', {
      ...tus,
      'upload-defer-length': '1',
      'upload-metadata': encode(metadata),
    });
    const path = begun.headers.get('location') ?? '';
    await send('PATCH', path, { ...tus, ...octets, 'upload-offset': '0' }, new Uint8Array(sound));
    return path.split('/').at(-1) ?? '';
  };
  /** A session whose file has come whole. */
  const complete = async (sessionId: string): Promise<string> => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(sound)], 'a.mp3', { type: 'audio/mpeg' }));
    await send('POST', `/api/v1/sessions/${sessionId}/file-upload`, {}, form);
    return sessionId;
  };

  const asJson = { 'content-type': 'application/json' };
  const pairing = createPairingBuilder(
    (path, json) => send('POST', path, asJson, JSON.stringify(json)),
    (path, json) => fetch(url + path, { method: 'POST', headers: asJson, body: JSON.stringify(json) }),
  );

  return {
    sound,
    whole,
    /** A session that takes a recording, and pairings at each step. */
    paired: await session('Gekoppelt'),
    startedPairing: await pairing.start(await session('Begonnene Kopplung')),
    joinedPairing: await pairing.join(await session('Wartende Kopplung')),
    pairing: await pairing.connect(await session('Kopplung')),
    /** A phone has joined without a sign-in. */
    quickPairing: await pairing.connect(await session('Kopplung ohne Anmeldung'), { isQuick: true }),
    waitingQuickPairing: await pairing.join(await session('Wartende Kopplung ohne Anmeldung'), {
      isQuick: true,
    }),
    removedPairing: await pairing.connect(await session('Beendete Kopplung')),
    removed: await session('Weg', { status: 'completed' }),
    drafted: await session('Entwurf'),
    empty: await session('Leer'),
    begun: await session('Begonnen'),
    complete: await complete(await session('Gesendet')),
    upload: await begin(await session('Aufnahme')),
    removedUpload: await begin(await session('Verworfen')),
    leftUpload: await begin(await session('Verlassen')),
    /** A person whose sign-in is joined to another one. */
    joined: (await buildUser(db, { email: 'joined@example.org' })).id,
    /** Signed addresses of the audio: to play, and to save. */
    played: await addressOf(send, whole, ''),
    saved: await addressOf(send, whole, '?download=1'),
  };
}

async function addressOf(
  send: (method: string, path: string, headers: Record<string, string>) => Promise<Response>,
  sessionId: string,
  query: string,
): Promise<string> {
  const signed = await send('GET', `/api/v1/sessions/${sessionId}/audio-url${query}`, {});
  return ((await signed.json()) as { url: string }).url;
}
