import type { Device } from './devices.rules.ts';
import type { Microphone } from './microphone-source.ts';

/** Replaces a lost microphone. If the same one is plugged in again, it is used, otherwise the browser's default. */
type MicrophoneLoss = Disposable & {
  isLost(): boolean;
  begin(): void;
  /**
   * Ends the loss, because a microphone is connected. Returns true if that microphone is not the one connected before.
   */
  endWith(microphone: Microphone): boolean;
  /** Ends the loss without a replacement, because the capture is closed. */
  end(): void;
  /** Switches to the default microphone after `fallbackAfterMs`, unless the loss ends before that. */
  fallBackLater(): void;
  /** Tries to replace the lost microphone after a device was plugged in or out. */
  onDevices(devices: readonly Device[]): Promise<void>;
};

type MicrophoneLossInput = {
  /** Delay between the loss of a microphone and the switch to the default one, ms. */
  fallbackAfterMs: number;
  /**
   * Switches to this microphone. If the loss has ended before the switch begins, nothing is switched. Null is the default
   * microphone.
   */
  switchTo(deviceId: string | null): Promise<void>;
};

export function createMicrophoneLoss({ fallbackAfterMs, switchTo }: MicrophoneLossInput): MicrophoneLoss {
  let last: Microphone | null = null;
  let isLost = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Switches to a microphone. A failure is ignored, because the next change of the devices tries again. */
  const replaceBy = (deviceId: string | null) => switchTo(deviceId).catch(() => {});

  function fallBackLater(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void replaceBy(null), fallbackAfterMs);
  }

  function end(): void {
    clearTimeout(timer);
    isLost = false;
  }

  return {
    isLost: () => isLost,
    begin() {
      isLost = true;
    },
    endWith(microphone) {
      end();
      // The id of the default also means another device after the former one was unplugged. Therefore the names are
      // compared.
      const isOther = last !== null && last.label !== microphone.label;
      last = { ...microphone };
      return isOther;
    },
    end,
    fallBackLater,
    async onDevices(devices) {
      if (!isLost) return;
      // Either the lost device is plugged in again, or another device is available now.
      if (devices.some(({ id }) => id === last?.id)) await replaceBy(last?.id ?? null);
      else fallBackLater();
    },
    [Symbol.dispose]: end,
  };
}
