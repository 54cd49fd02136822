import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { StandingAudio } from '#web/testing/standing-audio.ts';
import { announceMedia } from './player-media-session.ts';
import { createPlayer } from './player.state.ts';
import type { Player } from './player.state.ts';

let player: Player;
let announced: Disposable;
const handlers = new Map<string, MediaSessionActionHandler | null>();
const told: (MediaPositionState | undefined)[] = [];

beforeEach(async () => {
  handlers.clear();
  told.length = 0;
  vi.spyOn(navigator.mediaSession, 'setActionHandler').mockImplementation((action, handler) => {
    if (action === 'stop' && handler) throw new TypeError('unknown action');
    handlers.set(action, handler);
  });
  vi.spyOn(navigator.mediaSession, 'setPositionState').mockImplementation((state) => void told.push(state));
  player = createPlayer({
    getUrl: async () => '/sound',
    durationS: 600,
    createAudio: () => new StandingAudio(),
    onFailure: () => {},
  });
  announced = announceMedia(player, 'Sitzung');
});
afterEach(() => {
  announced[Symbol.dispose]();
  player[Symbol.dispose]();
  vi.restoreAllMocks();
});

const act = (action: MediaSessionAction, details: object = {}) =>
  handlers.get(action)?.({ action, ...details });

test('The device shows the title for as long as the player lives', () => {
  expect(navigator.mediaSession.metadata?.title).toBe('Sitzung');
  announced[Symbol.dispose]();
  expect(navigator.mediaSession.metadata).toBeNull();
  expect(navigator.mediaSession.playbackState).toBe('none');
  expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
  expect(told.at(-1)).toBeUndefined();
});

test('The lock screen plays, pauses and seeks', async () => {
  act('play');
  await eventually(() => expect(player.state.status).toBe('ready'));
  expect(player.state.isPlaying).toBe(true);
  act('seekto', { seekTime: 61.5 });
  expect(player.position()).toBe(61.5);
  act('seekforward');
  act('seekbackward', { seekOffset: 30 });
  expect(player.position()).toBe(41.5);
  act('pause');
  expect(player.state.isPlaying).toBe(false);
});

test('The lock screen knows length, place and speed, and is told no more often than it needs', async () => {
  act('play');
  await eventually(() => expect(told.at(-1)).toEqual({ duration: 600, playbackRate: 1, position: 0 }));
  player.seek(100);
  player.setRate(1.5);
  await eventually(() => expect(told.at(-1)).toEqual({ duration: 600, playbackRate: 1.5, position: 100 }));
  expect(navigator.mediaSession.playbackState).toBe('playing');
  const before = told.length;
  player.setVolume(0.5);
  player.setFinds([1, 2]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told).toHaveLength(before);
  player.pause();
  await eventually(() => expect(navigator.mediaSession.playbackState).toBe('paused'));
});
