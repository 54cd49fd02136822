import type { MediaSessionControls } from '#web/features/recording/capture/media-keys.ts';
import type { RecordingState } from '#web/features/recording/state/recording.rules.ts';
import type { SendingReport } from '#web/features/network/index.ts';

/**
 * The helpers of a running recording outside the screen: media keys, wake lock and network bar. Disposing ends them.
 */
export type LiveControls = Disposable & {
  begin(title: string, on: { pause(): void; resume(): void }): void;
  /** Shows on the media keys whether the recording is paused. */
  onStage(stage: RecordingState['stage']): void;
  end(): void;
};

type LiveControlsInput = {
  /** Keeps the device from sleeping until the result is disposed of. */
  keepAwake(): Disposable;
  controls(title: string, on: { pause(): void; resume(): void }): MediaSessionControls;
  /** Reports the upload to the page. Null reports its end. */
  report(sending: SendingReport | null): void;
};

export function createLiveControls({ keepAwake, controls, report }: LiveControlsInput): LiveControls {
  let keys: MediaSessionControls | null = null;
  let awake: Disposable | null = null;
  function end(): void {
    keys?.[Symbol.dispose]();
    awake?.[Symbol.dispose]();
    keys = awake = null;
    report(null);
  }
  return {
    begin(title, on) {
      awake = keepAwake();
      keys = controls(title, on);
    },
    onStage: (stage) => keys?.setPaused(stage === 'paused'),
    end,
    [Symbol.dispose]: end,
  };
}
