import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StandingAudio } from '#web/testing/standing-audio.ts';
import { readPlayerSettings, writePlayerSettings } from './stored-settings.ts';
import { createPlayer } from './player.state.ts';
import type { Player } from './player.ts';

let audio: StandingAudio;
let player: Player;
let store: Map<string, string>;
const storage = {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
};

const open = () =>
  createPlayer({
    durationS: 100,
    getUrl: async () => '/audio',
    createAudio: () => (audio = new StandingAudio()),
    settings: {
      read: () => readPlayerSettings(storage),
      write: (settings) => writePlayerSettings(storage, settings),
    },
    onFailure: () => {},
  });

beforeEach(async () => {
  vi.useFakeTimers();
  store = new Map();
  player = open();
});
afterEach(() => {
  player[Symbol.dispose]();
  vi.useRealTimers();
});

const play = async () => {
  player.play();
  await vi.advanceTimersByTimeAsync(5);
};

it('goes slower at each key stroke, and back to its speed a second after the last one', async () => {
  await play();
  player.setRate(1.5);
  for (let stroke = 0; stroke < 5; stroke += 1) {
    player.slow();
    await vi.advanceTimersByTimeAsync(400);
    expect([audio.playbackRate, player.state.isSlow]).toEqual([1.5 * 0.6, true]);
  }
  await vi.advanceTimersByTimeAsync(599);
  expect(player.state.isSlow).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect([audio.playbackRate, player.state.isSlow, player.state.rate]).toEqual([1.5, false, 1.5]);
});

it('takes a speed that is chosen meanwhile, and a pause ends being slow', async () => {
  await play();
  player.slow();
  player.setRate(2);
  expect([audio.playbackRate, player.state.rate]).toEqual([1.2, 2]);
  player.pause();
  expect([audio.playbackRate, player.state.isSlow]).toEqual([2, false]);
});

it('leaves no timer behind', async () => {
  await play();
  player.slow();
  player[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
});

it('is not slow where nothing is played', () => {
  player.slow();
  expect(player.state.isSlow).toBe(false);
});

it('is slow after a reload in the middle of a sentence, too', async () => {
  await play();
  player.slow();
  audio.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(10);
  expect([player.state.status, audio.playbackRate]).toEqual(['ready', 0.6]);
});

it('remembers speed and loudness on the device, and never silence', () => {
  player.setRate(1.25);
  player.setVolume(0.3);
  player.setMuted(true);
  player[Symbol.dispose]();
  player = open();
  expect(player.state).toMatchObject({ rate: 1.25, volume: 0.3, isMuted: false });
  expect(audio).toMatchObject({ playbackRate: 1.25, volume: 0.3, muted: false });
});

it.each(['{', '{"rate":17,"volume":1}', '{"rate":1}', 'null', '[]'])(
  'begins as usual where %s is kept',
  (kept) => {
    store.set('player', kept);
    expect(readPlayerSettings(storage)).toBeNull();
  },
);

it('waits in sight while the network does not keep up', async () => {
  await play();
  audio.dispatchEvent(new Event('waiting'));
  expect(player.state.isWaiting).toBe(true);
  audio.dispatchEvent(new Event('playing'));
  expect(player.state.isWaiting).toBe(false);
});

it('holds what is found apart from what others do with the list', () => {
  const times = [1, 2, 3];
  player.setFinds(times);
  times.push(4);
  expect(player.state.finds).toEqual([1, 2, 3]);
});
