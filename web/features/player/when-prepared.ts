import { ApiError } from '#web/lib/api-error.ts';
import { sleep } from '#web/lib/time.ts';

const againMs = 2_000;

/**
 * Repeats `ask` while the server answers `player.preparing`. It does so while it converts the audio into an mp3 with
 * exact seeking, which takes about a minute for 2:30 h. Rejects with any other error, or with the reason of `signal`.
 */
export async function whenPrepared<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'player.preparing') throw error;
    }
    await sleep(againMs, signal);
  }
}
