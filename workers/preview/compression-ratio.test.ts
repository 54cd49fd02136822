import { expect, it } from 'vitest';
import { compressionRatioOf as byServer } from '#api/engines/transcription/compression-ratio.ts';
import { compressionRatioOf } from './compression-ratio.ts';

it.each([
  '',
  'Vielen Dank.',
  'äöü',
  'Vielen Dank. '.repeat(20),
  'Guten Tag, Frau Weber. Guten Tag, Herr Müller.',
])('a text compresses as well as by the server: %s', async (text) => {
  expect(await compressionRatioOf(text)).toBe(byServer(text));
});
