import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { limits } from '#api/contract/limits.ts';
import { hourMs } from '#api/contract/time.ts';
import { audioUrlQuerySchema, audioUrlSchema } from '#api/contract/player.ts';
import { describe, rangeRequest, wholeOrRange } from '#api/http/describe.ts';
import { isoTime, type Clock } from '#api/lib/clock.ts';
import { requireTag } from '#api/http/resolve-tenant.ts';
import { hasTag } from '#api/http/tenant.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { query } from '#api/http/validate.ts';
import { attachment, audioFileName, audioMedia, audioTypeOf } from '#api/recording/audio.rules.ts';
import type { AudioRow, SessionRow, SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { sendBytes } from '#api/http/send-bytes.ts';
import type { UserStore } from '#api/user/user.store.ts';
import { readMediaToken, signMediaToken } from './media-token.ts';

export type PlayerDeps = {
  clock: Clock;
  sessions: SessionStore;
  storage: AudioStore;
  /** Key that signs the addresses of audio. */
  mediaKey: Buffer;
  users: Pick<UserStore, 'sessionOwner'>;
};

const urlLifeMs = hourMs;
// The bytes of an address never change. Only the browser of the person may cache them, and no longer than the address
// is valid, so that deleted audio is not played from a cache.
const cacheControl = 'private, max-age=3600, immutable';

/** Creates the routes for the audio of a session (§7.4, §10.16). They require a user. */
export function createPlayerRoutes({ clock, sessions, storage, mediaKey }: PlayerDeps) {
  const audioOf = async (c: Context<AppEnv>): Promise<{ session: SessionRow; audio: AudioRow }> => {
    const session = orNotFound(await sessions.find(ownerOf(c), c.req.param('id') ?? ''));
    const audio = await sessions.audioOf(session.id);
    if (!audio || audio.deleted_at !== null) throw new AppError('player.no_audio');
    return { session, audio };
  };
  const soundOf = async (c: Context<AppEnv>) => {
    const found = await audioOf(c);
    if (found.audio.seekable === 'due') throw new AppError('player.preparing');
    return found;
  };
  const errors = ['session.not_found', 'player.no_audio'] as const;
  const options = { guarded: true, errors: [...errors, 'player.preparing', 'domain.off'] } as const;

  return new Hono<AppEnv>()
    .get(
      '/:id/audio-url',
      describe(
        'player',
        'A path that plays the audio for an hour, or saves it as a file',
        { 200: { schema: audioUrlSchema } },
        options,
      ),
      query(audioUrlQuerySchema),
      async (c) => {
        const isDownload = c.req.valid('query').download;
        if (isDownload && !hasTag(c.get('tenant'), 'audio_download')) throw new AppError('domain.off');
        const { session, audio } = await soundOf(c);
        const expiresAtMs = clock.now() + urlLifeMs;
        const name = isDownload ? nameOf(session, audio) : '';
        const token = signMediaToken(mediaKey, session.id, expiresAtMs, name);
        c.header('Cache-Control', 'no-store');
        const url = `/media/${token}${name && `/${encodeURIComponent(name)}`}?of=${digestOf(audio)}`;
        return c.json({ url, expires_at: isoTime(expiresAtMs) });
      },
    )
    .get(
      '/:id/peaks',
      describe(
        'player',
        'Waveform peaks: pairs of signed octets (min, max)',
        wholeOrRange(['application/octet-stream']),
        { guarded: true, errors, headers: rangeRequest },
      ),
      async (c) => {
        const { audio } = await audioOf(c);
        const key = audio.peaks_key;
        const bytes = key === null ? null : await storage.size(key);
        if (key === null || bytes === null) throw new AppError('player.no_audio');
        c.header('X-Peaks-Rate', String(limits.peaksRate));
        return sendBytes(c, {
          bytes,
          etag: `"${key}"`,
          type: 'application/octet-stream',
          cacheControl,
          read: (range) => storage.read(key, range),
        });
      },
    )
    .get(
      '/:id/download',
      describe('player', 'The audio as a file', wholeOrRange(audioMedia), {
        ...options,
        headers: rangeRequest,
      }),
      requireTag('audio_download'),
      async (c) => {
        const { session, audio } = await soundOf(c);
        c.header('Content-Disposition', attachment(nameOf(session, audio)));
        return sendAudio(c, storage, audio, 'private, no-cache');
      },
    );
}

const nameOf = (session: SessionRow, { file_type, file_name }: AudioRow): string =>
  audioFileName(session.title, session.created_at, audioTypeOf(file_type, file_name).extension);

/** Returns what identifies the bytes in an address of audio. The address expires when other bytes replace them. */
const digestOf = ({ sha256 }: AudioRow): string => sha256.slice(0, 16);

/**
 * Creates the route `GET /media/<token>`: the audio of a signed address, for `<audio>`, which sends no headers. A
 * further, signed name makes it a download under that name. An address is valid on its own host
 * only, and as long as its owner is not locked.
 */
export const createMediaRoutes = ({ clock, sessions, storage, mediaKey, users }: PlayerDeps) =>
  new Hono<AppEnv>().get('/:token/:name?', async (c) => {
    const name = c.req.param('name') ?? '';
    const sessionId = readMediaToken(mediaKey, c.req.param('token'), clock.now(), name);
    if (sessionId === null) throw new AppError('player.link_expired');
    const owner = await users.sessionOwner(sessionId);
    if (owner && owner.host !== c.get('tenant').key) throw new AppError('player.link_expired');
    if (owner?.locked === 1) throw new AppError('auth.forbidden');
    const audio = await sessions.audioOf(sessionId);
    if (!audio || audio.deleted_at !== null) throw new AppError('player.no_audio');
    if (audio.seekable === 'due') throw new AppError('player.preparing');
    if ((c.req.query('of') ?? digestOf(audio)) !== digestOf(audio)) throw new AppError('player.link_expired');
    c.header('Content-Disposition', name ? attachment(name) : 'inline');
    return sendAudio(c, storage, audio, cacheControl);
  });

async function sendAudio(c: Context<AppEnv>, storage: AudioStore, audio: AudioRow, cacheControl: string) {
  const bytes = await storage.size(audio.storage_key);
  if (bytes === null) throw new AppError('player.no_audio');
  return sendBytes(c, {
    bytes,
    etag: `"${audio.sha256.slice(0, 32)}"`,
    type: audioTypeOf(audio.file_type, audio.file_name).type,
    cacheControl,
    read: (range) => storage.read(audio.storage_key, range),
  });
}
