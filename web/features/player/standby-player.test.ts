import { expect, it } from 'vitest';
import { StandingAudio } from '#web/testing/standing-audio.ts';
import { createStandby } from './standby-player.ts';

const current = new StandingAudio();

/** Audio that loads at once, and whose `play` stays pending. */
class StalledAudio extends StandingAudio {
  hasPlayed = false;
  override load() {
    setTimeout(() => this.tell('loadedmetadata'));
    setTimeout(() => {
      // It is as far as the standby, which starts ahead.
      current.currentTime = this.currentTime;
      this.tell('seeked');
    }, 20);
  }
  override play(): Promise<void> {
    this.hasPlayed = true;
    return new Promise(() => {});
  }
}

it('an abort ends a standby that is still starting to play, and closes its connection', async () => {
  const standby = new StalledAudio();
  const controller = new AbortController();
  const deps = { createAudio: () => standby, signal: controller.signal };
  const prepared = createStandby(current, '/media/2', deps);
  const aborting = setInterval(() => standby.hasPlayed && controller.abort(new Error('paused')), 1);
  await expect(prepared).rejects.toThrow('paused');
  clearInterval(aborting);
  expect(standby.src).toBe('');
});
