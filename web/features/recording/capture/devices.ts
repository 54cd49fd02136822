import { type Device, toDevices } from './devices.rules.ts';

export type Devices = {
  list(): Promise<Device[]>;
  /** Calls `listener` when a device is plugged in or out. Returns a function that ends this. */
  onChange(listener: () => void): () => void;
  remembered(): string | null;
  remember(id: string | null): void;
};

const key = 'recording_microphone';

/**
 * Lists and remembers microphones. `media` is null where the page may not ask for microphones (plain HTTP). If storage
 * is denied, no microphone is remembered.
 */
export function createDevices(
  media: Pick<MediaDevices, 'enumerateDevices' | 'addEventListener' | 'removeEventListener'> | null,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Devices {
  return {
    list: async () => (media ? toDevices(await media.enumerateDevices()) : []),
    onChange(listener) {
      media?.addEventListener('devicechange', listener);
      return () => media?.removeEventListener('devicechange', listener);
    },
    remembered() {
      try {
        return storage.getItem(key);
      } catch {
        return null;
      }
    },
    remember(id) {
      try {
        if (id === null) storage.removeItem(key);
        else storage.setItem(key, id);
      } catch {
        // Storage is denied, so the choice is kept only while the page is open.
      }
    },
  };
}
