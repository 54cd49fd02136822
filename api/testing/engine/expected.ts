import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

type Expected = {
  file: string;
  language: string | null;
  seconds: number;
  text: string;
  sentences: { text: string; start: number; end: number }[];
};

export const fixtureDir = join(import.meta.dirname, '../../../models/fixture');
const expectations = JSON.parse(readFileSync(join(fixtureDir, 'audio/expected.json'), 'utf8')) as Expected[];
export const expectedOf = (file: string): Expected => {
  const found = expectations.find((entry) => entry.file === file);
  if (!found) throw new Error(`The fixture has no ${file}.`);
  return found;
};
export const mapOf = (file: string): TimeSpan[] =>
  expectedOf(file).sentences.map(({ start, end }) => [start, end]);

export const never = new AbortController().signal;
