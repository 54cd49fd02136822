/**
 * Runs a second client, which requests the page and the health route all the time. It has its own process, so that no
 * attack slows it down.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** What the client has measured. `isCut` is true if a request got no response. */
export type Seen = { worstMs: number; peakMB: number; isCut: boolean };

const [url = '', pid = ''] = process.argv.slice(2);
const seen: Seen = { worstMs: 0, peakMB: 0, isCut: false };
const ending = new AbortController();

/** Returns the memory of the server's process, MB, or 0 on systems without `/proc`. */
async function memoryMB(): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000);
}

async function look(path: string): Promise<void> {
  while (!ending.signal.aborted) {
    const since = performance.now();
    const answer = await fetch(url + path).catch(() => null);
    if (answer) await answer.arrayBuffer();
    else seen.isCut = true;
    seen.worstMs = Math.max(seen.worstMs, performance.now() - since);
    seen.peakMB = Math.max(seen.peakMB, await memoryMB());
    await wait(20);
  }
}

process.once('message', () => ending.abort());
process.send?.('here');
await Promise.all(['/api/v1/health', '/'].map(look));
process.send?.(seen);
process.disconnect();
