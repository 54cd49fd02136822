import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const home = 'api/session/change-status.store.ts';

/** Statements that write sessions: from the call of the query builder, or from the SQL, to their end. */
const writes =
  /(?:updateTable|insertInto|replaceInto|mergeInto)\(\s*['"`]session['"`][\s\S]*?\.execute|(?:update|insert into|replace into)\s+"?session"?\s[\s\S]*?(?:;|`)/g;

const withoutConditions = (statement: string): string =>
  statement.replaceAll(/\.where\((?:[^()]|\([^()]*\))*\)/g, '').split(/\bwhere\b/)[0]!;

/** Returns the statements of a text that set the status of a session. Each new row sets it. */
const settersOf = (text: string): string[] =>
  [...text.matchAll(writes)]
    .map(([statement]) => statement)
    .filter((each) => /^(insert|replace|merge)/i.test(each) || /\bstatus\b/.test(withoutConditions(each)));

const product = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'api'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|sql)$/.test(path) && !/\.test\.ts$|^api\/testing\//.test(path));

test('the status of a session is set in one place, which tells each change', () => {
  const found = product.filter((path) => settersOf(readFileSync(join(root, path), 'utf8')).length > 0);
  expect(found).toEqual([home]);
});

test.each([
  `await db.updateTable('session').set({ status: 'error' }).where('id', '=', id).execute();`,
  `await trx\n  .updateTable('session')\n  .where('id', '=', id)\n  .set((eb) => ({ rev: eb('rev', '+', 1), status }))\n  .execute();`,
  `await db.insertInto('session').values(row).execute();`,
  'sql`update session set status = ${status}`',
  `create trigger t after insert on audio begin update session set status = 'pending' where id = new.session_id; end;`,
])('it would be seen: %s', (text) => {
  expect(settersOf(text)).toHaveLength(1);
});

test.each([
  `await db.updateTable('session').set({ rev: 2 }).where('id', '=', id).execute(); const status = 1;`,
  `await db.updateTable('session').set({ rev: 2 }).where('status', '=', 'new').execute();`,
  `await db.selectFrom('session').select('status').execute();`,
  `create trigger t after insert on audio begin update session set audio_at = 1 where status = 'new'; end;`,
])('it is not confused with: %s', (text) => {
  expect(settersOf(text)).toEqual([]);
});
