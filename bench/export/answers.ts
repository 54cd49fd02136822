import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { openDb } from '#api/db/open.ts';
import { systemClock } from '#api/lib/clock.ts';
import { buildSession, ownerOf } from '#api/testing/builders.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { openServed } from '../transcribe/served.ts';
import { longSession } from './long-session.ts';

const everyMs = 10;
const leastRequests = 400;

export type Answers = { idle: number[]; exporting: number[]; downloadsMs: Record<string, number[]> };

/**
 * Measures the response time of the health route, ms: idle, and while two people download reports of 2:30 h without a
 * pause.
 */
export async function measureAnswers(): Promise<Answers> {
  const served = await openServed();
  try {
    const db = openDb(join(served.product.dataDir, 'wortlaut.db'));
    const user = await db.selectFrom('user').selectAll().executeTakeFirstOrThrow();
    const { id } = await buildSession(db, ownerOf(user), { status: 'completed', duration: 9_000 });
    const transcripts = createTranscriptStore(db, systemClock);
    const version = await transcripts.begin(id, 'bench', 'de');
    await transcripts.putSegments(id, version, 0, longSession().transcript?.segments ?? []);
    await transcripts.finish(id, version);
    await db.destroy();

    const { url } = served.product;
    const headers = { authorization: `Bearer ${served.token()}` };
    const health = async (): Promise<number> => {
      const startedAt = performance.now();
      const response = await fetch(`${url}/api/v1/health`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`health answered ${response.status}.`);
      return performance.now() - startedAt;
    };
    const ask = async (isOver: (asked: number) => boolean): Promise<number[]> => {
      const times: number[] = [];
      while (!isOver(times.length)) {
        times.push(await health());
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
      return times;
    };
    await ask((asked) => asked >= 50);
    const idle = await ask((asked) => asked >= leastRequests);

    const measuring = new AbortController();
    const downloadsMs: Record<string, number[]> = {};
    const download = async (formats: string[]): Promise<void> => {
      for (let at = 0; !measuring.signal.aborted; at++) {
        const format = formats[at % formats.length]!;
        const startedAt = performance.now();
        const response = await fetch(`${url}/api/v1/sessions/${id}/report?file_type=${format}`, { headers });
        if (!response.ok || !response.body) throw new Error(`${format} answered ${response.status}.`);
        await buffer(Readable.fromWeb(response.body as never));
        (downloadsMs[format] ??= []).push(performance.now() - startedAt);
      }
    };
    const people = [download(['pdf', 'json', 'txt']), download(['docx', 'srt', 'vtt', 'md'])];
    const exporting = await ask((asked) => asked >= leastRequests);
    measuring.abort();
    await Promise.all(people);
    return { idle, exporting, downloadsMs };
  } finally {
    await served.close();
  }
}
