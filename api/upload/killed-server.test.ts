import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { killableServer } from '#api/testing/killable-server.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { encode, octets, tus } from '#api/testing/test-upload-client.ts';

const kB = 1_000;

describe('a server that is killed in the middle of a part', () => {
  it('has what it acknowledged, says so when it is back, and the whole is what was sent', async () => {
    const { url, dataDir, start, kill } = await killableServer();
    const { access_token } = await createTestBrowser(url).register(petra);
    const authorization = { authorization: `Bearer ${access_token}` };
    const session = await fetch(`${url}/api/v1/sessions/`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ session: { title: 'Sitzung', language: 'de' } }),
    });
    const { id } = (await session.json()) as { id: string };
    const begun = await fetch(`${url}/api/v1/uploads`, {
      method: 'POST',
      headers: {
        ...tus,
        ...authorization,
        'upload-defer-length': '1',
        'upload-metadata': encode({ session_id: id, file_name: 'r.mp3', file_type: 'audio/mpeg' }),
      },
    });
    const path = begun.headers.get('location')!;
    const file = join(dataDir, 'audio', path.split('/').at(-1)!);
    const bytes = randomBytes(900 * kB);
    const headersAt = (offset: number) => ({
      ...tus,
      ...octets,
      ...authorization,
      'upload-offset': String(offset),
    });
    const patch = (from: number, to: number) =>
      fetch(url + path, { method: 'PATCH', headers: headersAt(from), body: bytes.subarray(from, to) });
    const askOffset = async () => {
      const head = await fetch(url + path, { method: 'HEAD', headers: { ...tus, ...authorization } });
      return Number(head.headers.get('upload-offset'));
    };

    let acknowledged = 0;
    for (let life = 0; life < 2; life++) {
      for (let part = 0; part < 3; part++) {
        expect((await patch(acknowledged, acknowledged + 80 * kB)).status).toBe(204);
        acknowledged += 80 * kB;
      }
      // The kill comes when half of a part is on the disk.
      const torn = httpRequest(url + path, {
        method: 'PATCH',
        headers: { ...headersAt(acknowledged), 'content-length': 80 * kB },
      });
      torn.on('error', () => {});
      torn.write(bytes.subarray(acknowledged, acknowledged + 40 * kB));
      await eventually(async () => expect((await stat(file)).size).toBe(acknowledged + 40 * kB));
      await kill();
      await start();
      await eventually(async () => expect(await askOffset()).toBe(acknowledged));
    }
    expect((await patch(acknowledged, bytes.length)).status).toBe(204);
    expect((await readFile(file)).equals(bytes)).toBe(true);
    const form = new FormData();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    form.set('metadata', JSON.stringify({ duration: 10, mode: 'record', sha256, bytes: bytes.length }));
    const complete = { method: 'POST', headers: authorization, body: form };
    const answer = await fetch(`${url}/api/v1/sessions/${id}/recording-complete`, complete);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'pending' }]);
  });
});
