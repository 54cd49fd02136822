import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.rules.ts';

test('The file name that the server gives is read', () => {
  expect(fileNameOf('attachment; filename="Sitzung_261120.mp3"')).toBe('Sitzung_261120.mp3');
  expect(fileNameOf('attachment; filename="a.mp3"; filename*=UTF-8\'\'R%C3%A4te.mp3')).toBe('Räte.mp3');
  expect(fileNameOf("attachment; filename*=UTF-8''%E0%A4%A")).toBeNull();
  expect(fileNameOf(null)).toBeNull();
});
