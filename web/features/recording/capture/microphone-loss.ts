import type { Device } from './devices.rules.ts';
import type { Microphone } from './microphone-source.ts';

/** Replaces a lost microphone: by the same one when it is plugged in again, else by the browser's default. */
type MicrophoneLoss = Disposable & {
  isLost(): boolean;
  begin(): void;
  /** A microphone is connected. Returns true if another one was connected before. */
  endWith(microphone: Microphone): boolean;
  /** Gives up the lost microphone: the capture is closed. */
  end(): void;
  /** Switches to the default microphone after `fallbackAfterMs`, unless the loss ends before. */
  fallBackLater(): void;
  /** Tries to replace the lost microphone after a device was plugged in or out. */
  onDevices(devices: readonly Device[]): Promise<void>;
};

type MicrophoneLossInput = {
  /** Delay between the loss of a microphone and the switch to the default one, ms. */
  fallbackAfterMs: number;
  /** Switches to this microphone unless the loss has ended before its turn. Null is the default microphone. */
  switchTo(deviceId: string | null): Promise<void>;
};

export function createMicrophoneLoss({ fallbackAfterMs, switchTo }: MicrophoneLossInput): MicrophoneLoss {
  let last: Microphone | null = null;
  let isLost = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** A failure is ignored, because the next change of the devices tries again. */
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
      // The default is another device after the former one was unplugged, so the names are compared.
      const isOther = last !== null && last.label !== microphone.label;
      last = { ...microphone };
      return isOther;
    },
    end,
    fallBackLater,
    async onDevices(devices) {
      if (!isLost) return;
      // The lost device is plugged in again, or another device is available now.
      if (devices.some(({ id }) => id === last?.id)) await replaceBy(last?.id ?? null);
      else fallBackLater();
    },
    [Symbol.dispose]: end,
  };
}
