import { interactiveSelector, keyToAction, skipS } from './player.rules.ts';
import type { Player } from './player.state.ts';

/** The keys of a player for the whole page, until disposed: space, and the arrows where nothing else wants them. */
export function listenToKeys(player: Player): Disposable {
  const controller = new AbortController();
  window.addEventListener(
    'keydown',
    (event) => {
      const action = keyToAction(event);
      if (!action || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(interactiveSelector)) return;
      event.preventDefault();
      if (action === 'toggle') player.toggle();
      else player.seek(player.position() + (action === 'back' ? -skipS : skipS));
    },
    { signal: controller.signal },
  );
  return { [Symbol.dispose]: () => controller.abort() };
}

/** Hands title and controls to the device: lock screen, headset, media keys. */
export function announceMedia(player: Player, title: string): Disposable {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null;
  if (!session) return { [Symbol.dispose]: () => {} };
  session.metadata = new MediaMetadata({ title, artist: 'Wortlaut' });
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => player.play()],
    ['pause', () => player.pause()],
    ['stop', () => player.stop()],
    ['seekbackward', ({ seekOffset }) => player.seek(player.position() - (seekOffset ?? skipS))],
    ['seekforward', ({ seekOffset }) => player.seek(player.position() + (seekOffset ?? skipS))],
    ['seekto', ({ seekTime }) => seekTime !== undefined && player.seek(seekTime)],
  ];
  for (const [action, handler] of handlers) session.setActionHandler(action, handler);
  return {
    [Symbol.dispose]() {
      session.metadata = null;
      for (const [action] of handlers) session.setActionHandler(action, null);
    },
  };
}
