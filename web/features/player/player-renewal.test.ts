import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StandingAudio } from '#web/testing/standing-audio.ts';
import { createPlayer } from './player.state.ts';
import type { Player } from './player.ts';

/** Audio that advances with the clock, separately for each element. */
class RunningAudio extends StandingAudio {
  isRunning = false;
  refuses = false;
  override load() {
    this.currentTime = 0;
    setTimeout(() => this.tell('loadedmetadata'), 20);
    setTimeout(() => this.tell('seeked'), 120);
  }
  override play(): Promise<void> {
    if (this.refuses) return Promise.reject(new DOMException('', 'NotAllowedError'));
    // Starting to play takes a while.
    return new Promise((resolve) =>
      setTimeout(() => {
        this.isRunning = true;
        resolve();
      }, 40),
    );
  }
  override pause() {
    this.isRunning = false;
  }
}

const lifeMs = 60_000;
let elements: RunningAudio[] = [];
let asked = 0;
let isOffline = false;
let player: Player;
/** Audio played twice or skipped, s. */
let worstStepS = 0;

beforeEach(() => {
  vi.useFakeTimers();
  elements = [];
  asked = 0;
  isOffline = false;
  worstStepS = 0;
  player = createPlayer({
    durationS: 9000,
    getUrl: async () => {
      if (isOffline) throw new Error('offline');
      asked += 1;
      return { url: `/media/${asked}`, expiresAtMs: Date.now() + lifeMs };
    },
    createAudio: () => {
      const made = new RunningAudio();
      elements.push(made);
      return made;
    },
    onFailure: () => {},
  });
});
afterEach(() => {
  player[Symbol.dispose]();
  vi.useRealTimers();
});

const heard = () => elements.filter((one) => one.isRunning && !one.muted);

async function run(forMs: number): Promise<void> {
  let lastS = player.position();
  for (let ms = 0; ms < forMs; ms += 4) {
    for (const one of elements) if (one.isRunning) one.currentTime += (one.playbackRate * 4) / 1000;
    await vi.advanceTimersByTimeAsync(4);
    const nowS = player.position();
    if (player.state.isPlaying && player.state.status === 'ready') {
      worstStepS = Math.max(worstStepS, Math.abs(nowS - lastS));
    }
    lastS = nowS;
  }
}

async function play(): Promise<void> {
  player.play();
  await run(200);
}

it('renews the address before its end while it plays, without a gap, without being heard twice', async () => {
  await play();
  const [first] = elements as [RunningAudio];
  worstStepS = 0;
  for (let ms = 0; ms < lifeMs * 2.2; ms += 100) {
    await run(100);
    expect(heard()).toHaveLength(1);
  }
  expect(asked).toBe(3);
  expect(player.state).toMatchObject({ status: 'ready', isPlaying: true });
  expect(worstStepS).toBeLessThan(0.025);
  expect([first.isRunning, first.src]).toEqual([false, '']);
  // All audio of this time was played once.
  expect(player.position()).toBeGreaterThan(lifeMs * 0.0022 - 0.1);
});

it('keeps speed, loudness and silence over a renewal', async () => {
  await play();
  player.setRate(1.5);
  player.setVolume(0.4);
  player.setMuted(true);
  await run(lifeMs);
  const now = elements.at(-1);
  expect(asked).toBe(2);
  expect(now).toMatchObject({ playbackRate: 1.5, volume: 0.4, muted: true, isRunning: true });
});

it('asks for nothing while nobody listens, and takes a new address with the next play', async () => {
  await play();
  player.pause();
  await run(lifeMs * 3);
  expect(asked).toBe(1);
  const atS = player.position();
  await play();
  expect(asked).toBe(2);
  expect(elements).toHaveLength(1);
  expect(player.position()).toBeGreaterThanOrEqual(atS);
  expect(player.state).toMatchObject({ status: 'ready', isPlaying: true });
});

it('takes a new address with a seek after the end of the one it had', async () => {
  await play();
  player.pause();
  await run(lifeMs * 2);
  player.seek(1234);
  await run(200);
  expect(asked).toBe(2);
  expect([player.position(), player.state.isPlaying]).toEqual([1234, false]);
});

it('leaves the one that is heard alone when somebody seeks or pauses meanwhile', async () => {
  await play();
  await run(lifeMs * 0.8);
  expect(elements).toHaveLength(2);
  player.seek(500);
  await run(100);
  expect(elements[0]?.isRunning).toBe(true);
  expect(elements[1]).toMatchObject({ src: '', isRunning: false });
});

it('tries again while the network is away, and plays on as long as the address lives', async () => {
  await play();
  isOffline = true;
  await run(lifeMs * 0.85);
  expect(player.state).toMatchObject({ status: 'ready', isPlaying: true });
  isOffline = false;
  await run(lifeMs * 0.5);
  expect(asked).toBe(2);
  expect(heard()).toEqual([elements.at(-1)]);
});

it('plays on with the element it has where the browser lets no second one play', async () => {
  await play();
  const [first] = elements as [RunningAudio];
  const refuse = () => {
    for (const one of elements.slice(1)) one.refuses = true;
  };
  for (let ms = 0; ms < lifeMs; ms += 20) {
    refuse();
    await run(20);
  }
  expect(heard()).toEqual([first]);
  expect(player.state.isPlaying).toBe(true);
});

it('leaves no timer behind', async () => {
  await play();
  await run(lifeMs * 0.82);
  player[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(0);
  expect(elements.filter((one) => one.isRunning)).toEqual([]);
});
