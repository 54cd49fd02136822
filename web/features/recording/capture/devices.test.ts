import { expect, test, vi } from 'vitest';
import { createDevices } from './devices.ts';

function storageOf(entries: Map<string, string>): Storage {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
}

test('The choice is remembered for the next time', () => {
  const entries = new Map<string, string>();
  createDevices(null, storageOf(entries)).remember('usb');
  const later = createDevices(null, storageOf(entries));
  expect(later.remembered()).toBe('usb');
  later.remember(null);
  expect(later.remembered()).toBeNull();
});

test('Where storage is denied nothing is remembered, and nothing fails', () => {
  const denied = new Proxy({} as Storage, {
    get() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  const devices = createDevices(null, denied);
  devices.remember('usb');
  expect(devices.remembered()).toBeNull();
});

test('A page that may not ask for microphones has none', async () => {
  expect(await createDevices(null, storageOf(new Map())).list()).toEqual([]);
});

test('What is plugged in is told until the listening ends', () => {
  const media = Object.assign(new EventTarget(), { enumerateDevices: async () => [] });
  const devices = createDevices(media as unknown as MediaDevices, storageOf(new Map()));
  const listener = vi.fn<() => void>();
  const stop = devices.onChange(listener);
  media.dispatchEvent(new Event('devicechange'));
  stop();
  media.dispatchEvent(new Event('devicechange'));
  expect(listener).toHaveBeenCalledTimes(1);
});
