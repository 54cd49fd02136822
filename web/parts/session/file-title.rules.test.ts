import { expect, test } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { titleOfFile } from './file-title.rules.ts';

test('A session is called like its file, without the extension', () => {
  expect(titleOfFile('Gemeinderat 12. Sitzung.m4a')).toBe('Gemeinderat 12. Sitzung');
  expect(titleOfFile('sitzung.final.MP3')).toBe('sitzung.final');
  expect(titleOfFile('ohne Endung')).toBe('ohne Endung');
  expect(titleOfFile('Aufnahme')).toBe('Aufnahme');
  expect(titleOfFile('Besprechung vom 3. September')).toBe('Besprechung vom 3. September');
});

test('A name that leaves nothing, or too much, is none that the server refuses', () => {
  expect(titleOfFile('.mp3')).toBe('');
  expect(titleOfFile('   .wav')).toBe('');
  expect(titleOfFile(`${'x'.repeat(limits.maxTitleLength + 50)}.wav`)).toHaveLength(limits.maxTitleLength);
});
