import { afterEach, describe, expect, it, vi } from 'vitest';
import { StandingAudio } from '#web/testing/standing-audio.ts';
import { pressToKey } from './player-keys.rules.ts';
import { afterLoadFailure, clampTime, nextRate, nextStop, slowRate } from './player.rules.ts';
import { createPlayer } from './player.state.ts';

class FakeAudio extends StandingAudio {
  log: string[] = [];
  override load() {
    this.currentTime = 0;
    this.playbackRate = this.defaultPlaybackRate;
    this.log.push(`load ${this.src}`);
  }
  override async play() {
    this.log.push(`play at ${this.currentTime}`);
  }
  override pause() {
    this.log.push('pause');
  }
}

function setUp(getUrl?: () => Promise<string>) {
  const audio = new FakeAudio();
  let asked = 0;
  const player = createPlayer({
    getUrl: getUrl ?? (async () => `/audio/${(asked += 1)}`),
    durationS: 100,
    createAudio: () => audio,
    onFailure: () => {},
  });
  return { player, audio };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function playing() {
  const set = setUp();
  set.player.play();
  await settled();
  set.audio.tell('loadedmetadata');
  return set;
}

describe('the player', () => {
  it('asks for the sound only when somebody wants to hear it', async () => {
    const { player, audio } = setUp();
    await settled();
    expect(audio.log).toEqual([]);
    player.play();
    await settled();
    audio.tell('loadedmetadata');
    expect(audio.log).toEqual(['load /audio/1', 'play at 0']);
    expect(player.state).toMatchObject({ status: 'ready', isPlaying: true });
  });

  it('starts where somebody pointed before the sound was there', async () => {
    const { player, audio } = setUp();
    player.seek(42);
    expect(player.position()).toBe(42);
    player.play();
    await settled();
    player.seek(43);
    audio.tell('loadedmetadata');
    expect(audio.log.at(-1)).toBe('play at 43');
  });

  it('reloads the address once when loading fails, and goes on at the same place', async () => {
    const { player, audio } = await playing();
    audio.currentTime = 30;
    audio.tell('timeupdate');
    audio.tell('error');
    await settled();
    expect(audio.src).toBe('/audio/2');
    expect(player.state).toMatchObject({ status: 'loading', isPlaying: true });
    expect(player.position()).toBe(30);
    audio.tell('loadedmetadata');
    expect(audio.log.at(-1)).toBe('play at 30');
  });

  it('goes on when the server has measured another length, and reaches the new end', async () => {
    const { player, audio } = await playing();
    audio.currentTime = 30;
    audio.tell('timeupdate');
    player.setDuration(120);
    expect(player.state).toMatchObject({ isPlaying: true, durationS: 120 });
    expect(player.position()).toBe(30);
    player.seek(110);
    expect(player.position()).toBe(110);
  });

  it('restores a pause as a pause', async () => {
    const { player, audio } = await playing();
    audio.currentTime = 30;
    player.pause();
    audio.tell('error');
    await settled();
    audio.tell('loadedmetadata');
    expect(audio.log.at(-1)).toBe('load /audio/2');
    expect(audio.currentTime).toBe(30);
  });

  it('stops when the second load fails too, and keeps the place for another try', async () => {
    const { player, audio } = await playing();
    audio.currentTime = 30;
    audio.tell('error');
    await settled();
    audio.tell('error');
    await settled();
    expect(player.state).toMatchObject({ status: 'failed', isPlaying: false, positionS: 30 });
    player.play();
    await settled();
    audio.tell('loadedmetadata');
    expect(audio.log.at(-1)).toBe('play at 30');
  });

  it('may reload again once it has played on', async () => {
    const { player, audio } = await playing();
    audio.tell('error');
    await settled();
    audio.tell('loadedmetadata');
    audio.currentTime = 5;
    audio.tell('timeupdate');
    audio.tell('error');
    await settled();
    expect(player.state.status).toBe('loading');
    expect(audio.src).toBe('/audio/3');
  });

  it('treats an address that cannot be had like a failed load', async () => {
    let asked = 0;
    const { player } = setUp(async () => {
      asked += 1;
      throw new Error('offline');
    });
    player.play();
    await settled();
    expect(asked).toBe(2);
    expect(player.state).toMatchObject({ status: 'failed', isPlaying: false });
  });

  it('keeps the rate over a reload', async () => {
    const { player, audio } = await playing();
    player.setRate(1.5);
    audio.tell('error');
    await settled();
    audio.tell('loadedmetadata');
    expect(audio.playbackRate).toBe(1.5);
  });

  it('plays at rate 1 by default, can be muted and unmuted, and goes back to the beginning when stopped', async () => {
    const { player, audio } = await playing();
    expect([player.state.rate, audio.playbackRate]).toEqual([1, 1]);
    player.setMuted(true);
    expect([player.state.isMuted, audio.muted]).toEqual([true, true]);
    player.setVolume(0.5);
    expect([player.state.isMuted, audio.muted, audio.volume]).toEqual([false, false, 0.5]);
    audio.currentTime = 42;
    player.stop();
    expect([player.state.isPlaying, player.position(), audio.currentTime]).toEqual([false, 0, 0]);
    expect(audio.log).toContain('pause');
  });

  it('begins anew after the end', async () => {
    const { player, audio } = await playing();
    audio.currentTime = 100;
    audio.tell('timeupdate');
    audio.tell('ended');
    expect(player.state.isPlaying).toBe(false);
    player.play();
    expect(audio.log.at(-1)).toBe('play at 0');
  });

  it('is silent and empty after it was disposed of', async () => {
    const { player, audio } = await playing();
    player[Symbol.dispose]();
    expect(audio.log.at(-1)).toBe('pause');
    expect(audio.src).toBe('');
    audio.currentTime = 50;
    audio.tell('timeupdate');
    expect(player.state.positionS).toBe(0);
  });
});

describe('stretches of a recording', () => {
  afterEach(() => void vi.useRealTimers());

  /** Advances the audio and the clock of the page together. */
  function run(audio: FakeAudio, player: { state: { isPlaying: boolean } }, forMs: number) {
    for (let ms = 0; ms < forMs && player.state.isPlaying; ms += 1) {
      audio.currentTime += audio.playbackRate / 1000;
      vi.advanceTimersByTime(1);
    }
  }

  it('are played to their end', async () => {
    const { player, audio } = await playing();
    vi.useFakeTimers();
    player.playSpan(10, 12);
    run(audio, player, 5000);
    expect(player.state.isPlaying).toBe(false);
    expect(audio.currentTime).toBeGreaterThan(11.99);
    expect(audio.currentTime).toBeLessThan(12.01);
  });

  it('that are left out are jumped over, at any speed', async () => {
    const { player, audio } = await playing();
    vi.useFakeTimers();
    player.setRate(2);
    player.setSkips([
      [5, 50],
      [52, 60],
    ]);
    player.seek(4.5);
    run(audio, player, 400);
    expect(audio.currentTime).toBeCloseTo(50.3, 1);
    run(audio, player, 1000);
    expect(audio.currentTime).toBeGreaterThan(60);
  });

  it('that are left out can be heard on purpose', async () => {
    const { player, audio } = await playing();
    vi.useFakeTimers();
    player.setSkips([[5, 50]]);
    player.playSpan(20, 22);
    run(audio, player, 1000);
    expect(audio.currentTime).toBeCloseTo(21, 1);
  });

  it('are forgotten when somebody points elsewhere', async () => {
    const { player, audio } = await playing();
    vi.useFakeTimers();
    player.playSpan(10, 12);
    player.seek(11.5);
    run(audio, player, 2000);
    expect(player.state.isPlaying).toBe(true);
  });

  it('wait until the sound is there', async () => {
    const { player, audio } = setUp();
    player.playSpan(10, 12, [[10.5, 11.5]]);
    await settled();
    vi.useFakeTimers();
    audio.tell('loadedmetadata');
    expect(audio.log.at(-1)).toBe('play at 10');
    run(audio, player, 1200);
    expect(player.state).toMatchObject({ isPlaying: false });
    expect(audio.currentTime).toBeCloseTo(12, 1);
  });

  it('leave no timer behind', async () => {
    const { player } = await playing();
    vi.useFakeTimers();
    player.setSkips([[50, 60]]);
    expect(vi.getTimerCount()).toBe(1);
    player[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('rules of the player', () => {
  it('know what comes next', () => {
    const skips = [
      [5, 10],
      [20, 30],
    ] as const;
    expect(nextStop(0, null, skips)).toEqual({ atS: 5, toS: 10 });
    expect(nextStop(7, null, skips)).toEqual({ atS: 5, toS: 10 });
    expect(nextStop(10, 15, skips)).toEqual({ atS: 15, toS: null });
    expect(nextStop(10, 25, skips)).toEqual({ atS: 20, toS: 30 });
    expect(nextStop(40, null, skips)).toBeNull();
  });

  it('allow one reload', () => {
    expect(afterLoadFailure(false)).toBe('reload');
    expect(afterLoadFailure(true)).toBe('stop');
  });

  it('keep a time inside the recording', () => {
    expect(clampTime(-1, 10)).toBe(0);
    expect(clampTime(11, 10)).toBe(10);
  });

  it('leave keys with modifiers to the browser, and letters within a word that is being composed', () => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    const action = (press: object) =>
      pressToKey({ key: '', repeat: false, isComposing: false, ...plain, ...press })?.action ?? null;
    expect([' ', 'k', 'K', 'j', 'l', 'ArrowLeft', 'ArrowRight', '<'].map((key) => action({ key }))).toEqual([
      'toggle',
      'toggle',
      'toggle',
      'back',
      'forward',
      'backStep',
      'forwardStep',
      'slower',
    ]);
    expect(action({ key: '>', shiftKey: true })).toBe('faster');
    expect(action({ key: 'K', shiftKey: true })).toBeNull();
    expect(action({ key: 'ArrowLeft', altKey: true })).toBeNull();
    expect(action({ key: 'k', isComposing: true })).toBeNull();
    expect(action({ key: ' ', repeat: true })).toBeNull();
    expect(action({ key: 'ArrowLeft', repeat: true })).toBe('backStep');
    expect(action({ key: '5' })).toBeNull();
  });

  it('go through the speeds one by one, and are slower for writing but never faster', () => {
    expect([nextRate(1, 1), nextRate(1, -1), nextRate(2, 1), nextRate(0.5, -1)]).toEqual([
      1.25, 0.75, 2, 0.5,
    ]);
    expect([slowRate(1), slowRate(2), slowRate(0.75), slowRate(0.5)]).toEqual([0.6, 1.2, 0.5, 0.5]);
  });
});
