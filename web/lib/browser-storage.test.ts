import { expect, test } from 'vitest';
import { usableStorage } from './browser-storage.ts';

/** Returns a storage of a browser with one entry, in which writing of these keys works, or throws. */
function browserStorage(isWritable: (key: string) => boolean) {
  const { storage } = usableStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  storage.setItem('kept', 'before');
  return new Proxy(storage, {
    get(target, key: string) {
      const member = Reflect.get(target, key) as unknown;
      if (typeof member !== 'function') return member;
      return (name: string, ...values: string[]) => {
        if (key === 'setItem' && !isWritable(name)) throw new DOMException('full', 'QuotaExceededError');
        return (member as (...given: string[]) => unknown).call(target, name, ...values);
      };
    },
  });
}

test('A storage that can be written is used, and nothing is left in it', () => {
  const real = browserStorage(() => true);
  const { storage, isRefused } = usableStorage(() => real);
  expect(storage).toBe(real);
  expect(isRefused).toBe(false);
  expect(Object.keys(storage)).toEqual(['kept']);
});

test('Where only writing throws, what was stored before is still read, and new entries last as long as the page', () => {
  const real = browserStorage(() => false);
  const { storage, isRefused } = usableStorage(() => real);
  expect(isRefused).toBe(true);
  expect(storage.getItem('kept')).toBe('before');
  storage.setItem('new', '1');
  expect([storage.getItem('new'), storage.length, storage.key(1)]).toEqual(['1', 2, 'new']);
  storage.removeItem('kept');
  expect(storage.getItem('kept')).toBeNull();
  // A token that is removed at a sign-out must not be back after a reload.
  expect(real.getItem('kept')).toBeNull();
  storage.clear();
  expect(Object.keys(storage)).toEqual([]);
});

test('A storage that is full, but replaces what it holds, is used', () => {
  const real = browserStorage((key) => key === 'kept');
  const { storage, isRefused } = usableStorage(() => real);
  expect(isRefused).toBe(false);
  storage.setItem('kept', 'after');
  expect(real.getItem('kept')).toBe('after');
});

test('Where the storage throws as soon as it is named, entries last as long as the page', () => {
  const { storage, isRefused } = usableStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(isRefused).toBe(true);
  expect(storage.getItem('getItem')).toBeNull();
  storage.setItem('a', 'b');
  expect(storage.getItem('a')).toBe('b');
});
