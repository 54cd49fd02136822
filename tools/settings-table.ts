/** Writes the settings table of the README from `api/config.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '#api/config.ts';

const path = join(import.meta.dirname, '../README.md');
const [begin, end] = ['<!-- settings -->\n', '<!-- /settings -->'];

export function settingsTable(): string {
  const rows = settings.map(
    ({ name, default: value, sentence }) =>
      `| \`${name}\` | ${value ? `\`${value}\`` : 'empty'} | ${sentence} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows, ''].join('\n');
}

export function withTable(readme: string): string {
  const from = readme.indexOf(begin) + begin.length;
  return readme.slice(0, from) + settingsTable() + readme.slice(readme.indexOf(end));
}

if (import.meta.main) {
  const readme = readFileSync(path, 'utf8');
  writeFileSync(path, withTable(readme));
}
