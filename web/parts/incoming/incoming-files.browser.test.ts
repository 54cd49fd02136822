import { afterEach, expect, test } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { assignIncoming, clearIncoming, keepIncoming, readIncoming, takeIncoming } from './incoming-files.ts';

afterEach(clearIncoming);

const file = (name: string) => new File(['sound'], name, { type: 'audio/mpeg' });
const names = async (files: Promise<File[]>) => (await files).map(({ name }) => name);

test('A file waits for the person who was offered it first, and for one session', async () => {
  await keepIncoming([file('a.mp3')]);
  await keepIncoming([file('b.mp3')]);
  expect(await names(readIncoming('anna'))).toEqual(['b.mp3']);
  expect(await names(readIncoming('bert'))).toEqual([]);
  await assignIncoming('bert', 's1');
  expect(await names(takeIncoming('bert', 's1'))).toEqual([]);
  await assignIncoming('anna', 's1');
  expect(await names(readIncoming('anna'))).toEqual([]);
  expect(await names(takeIncoming('anna', 's2'))).toEqual([]);
  const [taken] = await takeIncoming('anna', 's1');
  expect([taken!.name, taken!.type, await taken!.text()]).toEqual(['b.mp3', 'audio/mpeg', 'sound']);
  expect(await names(takeIncoming('anna', 's1'))).toEqual([]);
});

test('After 24 hours, or after a sign-out, no file is left', async () => {
  await keepIncoming([file('a.mp3')], () => 1_000);
  expect(await names(readIncoming('anna', () => 999 + limits.storedUploadExpiryMs))).toEqual(['a.mp3']);
  expect(await names(readIncoming('anna', () => 1_000 + limits.storedUploadExpiryMs))).toEqual([]);
  await keepIncoming([file('b.mp3')]);
  await clearIncoming();
  expect(await names(readIncoming('anna'))).toEqual([]);
});
