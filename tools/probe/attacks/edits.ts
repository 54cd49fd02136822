import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionDetail } from '#api/contract/session.ts';
import { as, json, newSession, statusOf, tally, type Attack, type Target } from '../attack.ts';

const soundPath = join(import.meta.dirname, '../../../models/fixture/audio/en_1.wav');
type Setting = { token: string; address: string; detail: SessionDetail };

async function transcribed(target: Target): Promise<Setting> {
  const token = await target.person();
  const address = `${target.url}/api/v1/sessions/${await newSession(target, token)}`;
  const headers = as(token);
  const file = new FormData();
  file.set('file', new File([await readFile(soundPath)], 'a.wav', { type: 'audio/wav' }));
  await fetch(`${address}/file-upload`, { method: 'POST', headers, body: file });
  const complete = new FormData();
  complete.set('metadata', JSON.stringify({ duration: 10 }));
  await fetch(`${address}/recording-complete`, { method: 'POST', headers, body: complete });
  for (let tries = 0; tries < 120; tries++) {
    const detail = (await (await fetch(address, { headers })).json()) as SessionDetail;
    if (detail.transcript?.partial === false) return { token, address, detail };
    await wait(500);
  }
  throw new Error('The fixture was not transcribed.');
}

let made = 0;

export const attack: Attack = {
  name: 'a session that grows by edits, read by many who go away',
  setUp: transcribed,
  async run(_target, { token, address, detail }: Setting) {
    const headers = { ...json, ...as(token) };
    const { version, segments } = detail.transcript!;
    const { id: after, speaker } = segments[0]!;
    const grow = async () => {
      const { edits } = (await (await fetch(address, { headers })).json()) as SessionDetail;
      const ops = Array.from({ length: 500 }, () => ({
        ...{ op: 'insert', id: `p${made++}`, after, speaker, start: 1, end: 1, text: 'w '.repeat(390) },
      }));
      const body = JSON.stringify({ edits: { base: edits, version, ops: ops.slice(0, 240) } });
      return statusOf(
        fetch(address, { method: 'PATCH', headers: { ...headers, prefer: 'return=minimal' }, body }),
      );
    };
    const grown = [await grow(), await grow(), await grow()];
    const answer = await fetch(address, { headers });
    const { byteLength } = await answer.arrayBuffer();
    if (byteLength > 20_000_000) throw new Error(`let through: an answer of ${byteLength} bytes`);
    const leaving = Array.from({ length: 10 }, () =>
      statusOf(fetch(address, { headers, signal: AbortSignal.timeout(50) })),
    );
    await Promise.all(leaving);
    return `${tally(grown)}, answer of ${Math.round(byteLength / 1e5) / 10} MB`;
  },
};
