import { round, type Report } from '../report.ts';
import { conversationMp3, openServed, pssBytes, untilDone } from './served.ts';

const everyMs = 250;

/**
 * Measures the peak memory of server and children while a short and a long recording are transcribed, each by a new
 * server, MB.
 */
export async function measureMemory(longMin: number): Promise<{ rows: Report['rows']; growthMb: number }> {
  const rows: Report['rows'] = [];
  const peaks: number[] = [];
  for (const minutes of [5, longMin]) {
    const audio = await conversationMp3(minutes);
    const served = await openServed();
    try {
      const before = pssBytes(served.product.dataDir);
      const startedAt = performance.now();
      const id = await served.bring(audio, 'conversation.mp3', 'de');
      let most = 0;
      await untilDone(served, id, everyMs, () => {
        most = Math.max(most, pssBytes(served.product.dataDir));
      });
      const { audio: stored } = await served.detail(id);
      peaks.push(most / 1e6);
      rows.push({
        'recording min': round((stored?.duration ?? 0) / 60),
        'before MB': round(before / 1e6),
        'peak MB': round(most / 1e6),
        'took s': round((performance.now() - startedAt) / 1000),
      });
    } finally {
      await served.close();
    }
  }
  return { rows, growthMb: peaks[1]! - peaks[0]! };
}
