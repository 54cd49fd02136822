import { subscribe } from 'valtio';
import { skipS } from './player.rules.ts';
import type { Player } from './player.state.ts';

/**
 * Largest difference, in s, between the true position and the one that the lock screen computes. If it is larger, the
 * position on the lock screen is updated.
 */
const driftS = 1;

/** Sends title, position and controls to the Media Session API: lock screen, headset, media keys. */
export function announceMedia(player: Player, title: string): Disposable {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null;
  if (!session) return { [Symbol.dispose]: () => {} };
  const artwork = [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }];
  session.metadata = new MediaMetadata({ title, artist: 'Wortlaut', artwork });
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => player.play()],
    ['pause', () => player.pause()],
    ['stop', () => player.stop()],
    ['seekbackward', ({ seekOffset }) => player.seek(player.position() - (seekOffset ?? skipS))],
    ['seekforward', ({ seekOffset }) => player.seek(player.position() + (seekOffset ?? skipS))],
    ['seekto', ({ seekTime }) => seekTime !== undefined && player.seek(seekTime)],
  ];
  const handled = handlers.filter(([action, handler]) => canHandle(session, action, handler));
  const announce = createAnnouncer(session, player);
  const stop = subscribe(player.state, announce);
  announce();
  return {
    [Symbol.dispose]() {
      stop();
      session.metadata = null;
      session.playbackState = 'none';
      session.setPositionState();
      for (const [action] of handled) session.setActionHandler(action, null);
    },
  };
}

/** Sets a handler, and returns whether the browser knows the action. `setActionHandler` throws if it does not. */
function canHandle(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler) {
  try {
    session.setActionHandler(action, handler);
    return true;
  } catch {
    return false;
  }
}

type Announced = { isPlaying: boolean; rate: number; positionS: number; atMs: number };

function createAnnouncer(session: MediaSession, player: Player): () => void {
  let announced: Announced | null = null;
  return () => {
    const { state } = player;
    if (state.status === 'idle' || state.durationS <= 0) return;
    const atMs = performance.now();
    const positionS = Math.min(state.durationS, Math.max(0, player.position()));
    const { isPlaying, rate } = state;
    const expectedS = announced
      ? announced.positionS + (announced.isPlaying ? ((atMs - announced.atMs) / 1000) * announced.rate : 0)
      : Number.NaN;
    const isKnown =
      announced?.isPlaying === isPlaying &&
      announced.rate === rate &&
      Math.abs(expectedS - positionS) < driftS;
    if (isKnown) return;
    announced = { isPlaying, rate, positionS, atMs };
    session.playbackState = isPlaying ? 'playing' : 'paused';
    session.setPositionState({ duration: state.durationS, playbackRate: rate, position: positionS });
  };
}
