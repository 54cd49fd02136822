import type { SessionDetail } from '#api/contract/session.ts';
import {
  as,
  json,
  newTranscribedSession,
  statusOf,
  tally,
  type Attack,
  type Transcribed,
} from '../attack.ts';

const text = `Wortgeheimnis ${'w '.repeat(380)}`;
let made = 0;

export const attack: Attack = {
  name: 'a session that grows by edits, read by many who go away',
  setUp: newTranscribedSession,
  async run({ secrets }, { token, address, detail }: Transcribed) {
    secrets.add('Wortgeheimnis');
    const headers = { ...json, ...as(token) };
    const { version, segments } = detail.transcript!;
    const { id: after, speaker } = segments[0]!;
    const grow = async () => {
      const { edits } = (await (await fetch(address, { headers })).json()) as SessionDetail;
      const ops = Array.from({ length: 500 }, () => ({
        op: 'insert',
        id: `p${made++}`,
        after,
        speaker,
        start: 1,
        end: 1,
        text,
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
