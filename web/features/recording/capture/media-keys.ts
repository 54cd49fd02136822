import { createScope } from '#web/lib/scope.ts';

export type MediaSessionControls = Disposable & { setPaused(isPaused: boolean): void };

type Action = MediaSessionAction | 'togglemicrophone';

export function controlByMediaKeys(
  title: string,
  on: { pause(): void; resume(): void },
): MediaSessionControls {
  const scope = createScope();
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null;
  let isPaused = false;
  const actions: [Action, () => void][] = [
    ['play', on.resume],
    ['pause', on.pause],
    ['togglemicrophone', () => (isPaused ? on.resume() : on.pause())],
  ];
  const handle = (action: Action, handler: (() => void) | null) => {
    try {
      session?.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // This browser does not support the action.
    }
  };
  const tell = () => {
    if (!session) return;
    session.playbackState = isPaused ? 'paused' : 'playing';
    const has = session as MediaSession & { setMicrophoneActive?(isActive: boolean): unknown };
    void Promise.resolve(has.setMicrophoneActive?.(!isPaused)).catch(() => {});
  };
  if (session && typeof MediaMetadata === 'function') session.metadata = new MediaMetadata({ title });
  for (const [action, handler] of actions) handle(action, handler);
  tell();
  scope.defer(() => {
    for (const [action] of actions) handle(action, null);
    if (!session) return;
    session.metadata = null;
    session.playbackState = 'none';
  });
  return Object.assign(scope, {
    setPaused(next: boolean) {
      isPaused = next;
      tell();
    },
  });
}
