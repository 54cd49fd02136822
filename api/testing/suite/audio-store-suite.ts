import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { newId } from '#api/lib/id.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';

const bytes = (text: string) => Buffer.from(text);
async function* from(...chunks: string[]) {
  for (const chunk of chunks) yield bytes(chunk);
}
async function* failing(first: string): AsyncGenerator<Uint8Array> {
  yield bytes(first);
  throw new Error('the line was cut');
}

/** Defines the tests that every audio store must pass. Call it inside a `describe`. */
export function describeAudioStore(open: () => Promise<AudioStore>): void {
  const filled = async (...chunks: string[]) => {
    const store = await open();
    const key = `audio/${newId()}`;
    await store.create(key);
    await store.append(key, 0, from(...chunks));
    return { store, key };
  };

  it('keeps what was appended, in order, and answers the size', async () => {
    const { store, key } = await filled('hello ', 'wide ');
    expect(await store.append(key, 11, from('world'))).toBe(16);
    expect((await buffer(store.read(key))).toString()).toBe('hello wide world');
    expect(await store.size(key)).toBe(16);
  });

  it('writes over what lies behind the offset', async () => {
    const { store, key } = await filled('acknowledged, torn');
    expect(await store.append(key, 13, from('!'))).toBe(14);
    expect((await buffer(store.read(key))).toString()).toBe('acknowledged,!');
  });

  it('keeps what came before the source failed and throws the failure on', async () => {
    const { store, key } = await filled('part one,');
    await expect(store.append(key, 9, failing('part'))).rejects.toThrow('the line was cut');
    expect(await store.size(key)).toBe(13);
  });

  it('shortens an object', async () => {
    const { store, key } = await filled('too long');
    await store.truncate(key, 3);
    expect((await buffer(store.read(key))).toString()).toBe('too');
  });

  it('reads a range with an exclusive end', async () => {
    const { store, key } = await filled('0123456789');
    expect((await buffer(store.read(key, { start: 2, end: 5 }))).toString()).toBe('234');
  });

  it('computes the digest of the whole', async () => {
    const { store, key } = await filled('abc', 'def');
    expect(await store.sha256(key)).toBe(createHash('sha256').update('abcdef').digest('hex'));
  });

  it('lists what it keeps and forgets what was removed', async () => {
    const { store, key } = await filled('x');
    const keys = async () => {
      const found: string[] = [];
      for await (const entry of store.list('audio')) found.push(entry.key);
      return found;
    };
    expect(await keys()).toEqual([key]);
    await store.remove(key);
    await store.remove(key);
    expect(await keys()).toEqual([]);
    expect(await store.size(key)).toBeNull();
  });

  it.each(['../etc/passwd', 'audio/../../x', 'audio/petra.mp3', '/etc/passwd', 'audio/'])(
    'refuses the key %s',
    async (key) => {
      const store = await open();
      await expect((async () => store.size(key))()).rejects.toThrow('Not a key');
      await expect((async () => store.create(key))()).rejects.toThrow('Not a key');
      expect(() => store.read(key)).toThrow('Not a key');
    },
  );
}
