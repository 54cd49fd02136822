import { expect, it } from 'vitest';
import { incomingProblem, toIncomingProblem } from './incoming.rules.ts';

const file = (name: string, type = '', size = 1) => ({ name, type, size });

it.each([
  ['sound', [file('a.m4a', 'audio/mp4')], null],
  ['video', [file('a.mov', 'video/quicktime')], null],
  ['ogg by its other type', [file('a.ogg', 'application/ogg')], null],
  ['sound whose type is not told', [file('Sitzung.MP3', 'application/octet-stream')], null],
  ['a file without type and ending, which is checked later', [file('Aufnahme 12')], null],
  ['a text', [file('a.pdf', 'application/pdf')], 'media.not_audio'],
  ['a text whose type is not told', [file('a.docx')], 'media.not_audio'],
  ['an empty file', [file('a.mp3', 'audio/mpeg', 0)], 'media.empty'],
  ['two files', [file('a.mp3'), file('b.mp3')], 'several'],
  ['nothing', [], 'none'],
])('From outside comes %s', (_, files, problem) => {
  expect(incomingProblem(files)).toBe(problem);
});

it('reads only the problems that the service worker tells', () => {
  expect(['none', 'not_stored', 'several', undefined].map(toIncomingProblem)).toEqual([
    'none',
    'not_stored',
    null,
    null,
  ]);
});
