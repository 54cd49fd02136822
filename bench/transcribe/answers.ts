import { setTimeout as wait } from 'node:timers/promises';
import { quantile, round, type Report } from '../report.ts';
import { conversationMp3, openServed } from './served.ts';

const minRequests = 500;
const everyMs = 20;
const minutes = 40;

/** Measures the response times of the health route and the session list while two recordings are transcribed, ms. */
export async function measureAnswers(): Promise<{ rows: Report['rows']; p99Ms: number }> {
  const audio = await conversationMp3(minutes);
  const served = await openServed({ TRANSCRIPTION_SLOTS: '2' });
  try {
    const ids = await Promise.all([1, 2].map((n) => served.bring(audio, `${n}.mp3`, 'de')));
    const statuses = async () => Promise.all(ids.map(async (id) => (await served.detail(id)).status));
    const areWorking = async () => (await statuses()).every((status) => status === 'transcribing');
    while (!(await areWorking())) {
      const over = (await statuses()).find((status) => status === 'completed' || status === 'error');
      if (over) throw new Error(`A session was ${over} before both were transcribed at once.`);
      await wait(100);
    }
    const headers = { authorization: `Bearer ${served.token()}` };
    const took: Record<string, number[]> = { '/api/v1/health': [], '/api/v1/sessions/?page=1&limit=10': [] };
    let asked = 0;
    while (asked % 50 !== 0 || asked === 0 || (asked < 4 * minRequests && (await areWorking()))) {
      for (const [path, times] of Object.entries(took)) {
        const startedAt = performance.now();
        const response = await fetch(served.product.url + path, { headers });
        await response.arrayBuffer();
        times.push(performance.now() - startedAt);
        if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
      }
      asked++;
      await wait(everyMs);
    }
    if (asked < minRequests) throw new Error(`Transcription was over after ${asked} requests.`);
    const rows = Object.entries(took).map(([path, times]) => {
      const at = (share: number) => round(quantile(times, share));
      return {
        path,
        requests: times.length,
        'p50 ms': at(0.5),
        'p95 ms': at(0.95),
        'p99 ms': at(0.99),
        'longest ms': at(1),
      };
    });
    return { rows, p99Ms: Math.max(...rows.map((row) => row['p99 ms'])) };
  } finally {
    await served.close();
  }
}
