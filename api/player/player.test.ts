import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { loadMediaKey, readMediaToken, signMediaToken } from './media-token.ts';

const sound = Buffer.from('0123456789');

async function withAudio(file?: { name: string; type: string }) {
  const line = await testPipeline();
  await line.uploaded(sound, file);
  await line.completeWith({}, Uint8Array.of(255, 1, 254, 2));
  const app = line.openApp();
  const base = `/api/v1/sessions/${line.session.id}`;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(path, { method, headers });
  const audioUrl = async () => {
    const answer = await get(`${base}/audio-url`, as(line.user));
    return (await answer.json()) as { url: string; expires_at: string };
  };
  return { ...line, base, get, audioUrl };
}

describe('the address of the audio', () => {
  it('plays without a header, by ranges, for an hour', async () => {
    const line = await withAudio();
    const { url, expires_at } = await line.audioUrl();
    expect(Date.parse(expires_at) - line.clock.now()).toBe(3_600_000);
    const whole = await line.get(url);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('audio/mpeg');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(whole.headers.get('cache-control')).toContain('private');
    expect(await whole.text()).toBe('0123456789');
    const range = await line.get(url, { range: 'bytes=2-4' });
    expect([range.status, range.headers.get('content-range'), await range.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ]);
    const beyond = await line.get(url, { range: 'bytes=10-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    const head = await line.get(url, {}, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['10', '']);
    const etag = whole.headers.get('etag')!;
    expect((await line.get(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await line.get(url, { range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200);
    line.clock.advance(3_600_000);
    const late = await line.get(url);
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([
      403,
      'player.link_expired',
    ]);
  });

  it('cannot be made up or changed, and opens nothing of others', async () => {
    const line = await withAudio();
    const [, token = ''] = /^\/media\/(.+)\?of=/.exec((await line.audioUrl()).url)!;
    const [session, expiry, signature] = token.split('.');
    for (const forged of [
      `${session}.${Number(expiry) + 1}.${signature}`,
      `${session}.${expiry}.`,
      `${token}x`,
      'x',
      `${token}.x`,
    ])
      expect((await line.get(`/media/${forged}`)).status).toBe(403);
    // The signature stands for its own session alone, even with audio of the same person.
    const other = await buildSession(line.db, ownerOf(line.user));
    await line.db
      .updateTable('audio')
      .set({ session_id: other.id })
      .where('session_id', '=', line.session.id)
      .execute();
    expect((await line.get(`/media/${other.id}.${expiry}.${signature}`)).status).toBe(403);
    expect((await line.get(`/media/${token}`)).status).toBe(404);
    await line.db.updateTable('audio').set({ session_id: line.session.id }).execute();
    const stranger = as(await buildUser(line.db));
    for (const path of ['audio-url', 'peaks', 'download'])
      expect((await line.get(`${line.base}/${path}`, stranger)).status).toBe(404);
  });

  it('is signed with a key of this installation that survives a restart and that nobody else may read', async () => {
    const folder = await testFolder();
    const key = loadMediaKey(folder);
    expect(loadMediaKey(folder).equals(key)).toBe(true);
    expect((await stat(join(folder, 'keys/media.key'))).mode & 0o777).toBe(0o600);
    const token = signMediaToken(key, 'session', 1_000);
    expect(readMediaToken(key, token, 999)).toBe('session');
    expect(readMediaToken(loadMediaKey(await testFolder()), token, 999)).toBeNull();
    await writeFile(join(folder, 'keys/media.key'), '');
    const anew = loadMediaKey(folder);
    expect(anew).toHaveLength(32);
    expect(loadMediaKey(folder).equals(anew)).toBe(true);
  });

  it('ends when other bytes are played in their place, and says until then that they are being made', async () => {
    const line = await withAudio();
    const { url } = await line.audioUrl();
    const change = (fields: { seekable: 'due' | 'yes'; sha256?: string }) =>
      line.db.updateTable('audio').set(fields).execute();
    await change({ seekable: 'due' });
    for (const path of [url, `${line.base}/audio-url`, `${line.base}/download`]) {
      const answer = await line.get(path, as(line.user));
      expect([answer.status, await answer.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'player.preparing' }),
      ]);
    }
    expect((await line.get(`${line.base}/peaks`, as(line.user))).status).toBe(200);
    await change({ seekable: 'yes', sha256: 'f'.repeat(64) });
    expect((await line.get(url)).status).toBe(403);
    expect((await line.get((await line.audioUrl()).url)).status).toBe(200);
  });

  it('ends with the audio', async () => {
    const line = await withAudio();
    const { url } = await line.audioUrl();
    await line.db.updateTable('audio').set({ deleted_at: line.clock.now() }).execute();
    expect((await line.get(url)).status).toBe(404);
    expect((await line.get(`${line.base}/audio-url`, as(line.user))).status).toBe(404);
  });
});

describe('the address of the file', () => {
  const saveUrl = async (line: Awaited<ReturnType<typeof withAudio>>) => {
    const answer = await line.get(`${line.base}/audio-url?download=1`, as(line.user));
    return ((await answer.json()) as { url: string }).url;
  };

  it('saves it under the name of §5 without a header, whole or by ranges', async () => {
    const line = await withAudio();
    const title = 'Räte & Ämter: 12. Sitzung';
    await line.db.updateTable('session').set({ title }).execute();
    const url = await saveUrl(line);
    expect(decodeURIComponent(url)).toMatch(/\/Räte__Ämter_12_Sitzung_261120\.mp3\?of=[0-9a-f]{16}$/);
    const whole = await line.get(url);
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="Rate__Amter_12_Sitzung_261120.mp3"; filename*=UTF-8''R%C3%A4te__%C3%84mter_12_Sitzung_261120.mp3`,
    );
    expect(await whole.text()).toBe('0123456789');
    const range = await line.get(url, { range: 'bytes=0-0' });
    expect([range.status, await range.text()]).toEqual([206, '0']);
    line.clock.advance(3_600_000);
    expect((await line.get(url)).status).toBe(403);
  });

  it('cannot be given another name, and neither address stands for the other', async () => {
    const line = await withAudio();
    const [, token, name] = /^\/media\/([^/]+)\/(.+)\?of=/.exec(await saveUrl(line))!;
    const played = (await line.audioUrl()).url.split('?')[0]!;
    for (const forged of [`/media/${token}/rechnung.html`, `/media/${token}`, `${played}/${name}`])
      expect((await line.get(forged)).status).toBe(403);
  });

  it('is told to nobody else', async () => {
    const line = await withAudio();
    const stranger = as(await buildUser(line.db));
    expect((await line.get(`${line.base}/audio-url?download=1`, stranger)).status).toBe(404);
  });
});

describe('peaks and download', () => {
  it('gives the peaks with their rate', async () => {
    const line = await withAudio();
    const answer = await line.get(`${line.base}/peaks`, as(line.user));
    expect(answer.headers.get('x-peaks-rate')).toBe('20');
    expect([...new Int8Array(await answer.arrayBuffer())]).toEqual([-1, 1, -2, 2]);
  });

  it('says that there is no audio yet', async () => {
    const line = await testPipeline();
    const answer = await line
      .openApp()
      .request(`/api/v1/sessions/${line.session.id}/peaks`, { headers: as(line.user) });
    expect(await answer.json()).toMatchObject({ code: 'player.no_audio' });
  });

  it.each([
    ['mp3', { name: 'x', type: 'audio/mpeg' }, 'audio/mpeg', 'Sitzung_261120.mp3'],
    ['what was sent', { name: 'a.wav', type: '' }, 'audio/wav', 'Sitzung_261120.wav'],
    [
      'harmless octets',
      { name: 'a.html', type: 'text/html' },
      'application/octet-stream',
      'Sitzung_261120.audio',
    ],
  ])('downloads %s under the name of the session', async (_, file, type, name) => {
    const line = await withAudio(file);
    const answer = await line.get(`${line.base}/download`, as(line.user));
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toContain(`attachment; filename="${name}"`);
    expect(await answer.text()).toBe('0123456789');
  });
});
