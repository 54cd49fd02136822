import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTable } from './settings-table.ts';

test('the README lists the settings that the server reads', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  expect(readme).toBe(withTable(readme));
});
