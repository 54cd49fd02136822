import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '#web/i18n/languages.ts';
import { filesOf, type StartPlan } from '#web/start.rules.ts';
import { expect, test, withServiceWorker } from './product.ts';

test.use(withServiceWorker);

const built = join(import.meta.dirname, '../dist/page');
/**
 * Most bytes of script that a screen may need before it is usable, compressed as they are sent. The goal is 170 kB for each; what
 * is larger may only become smaller (`docs/decisions/load.md`).
 */
const maxScriptBytes = {
  '/': 170_000,
  '/signin': 181_000,
  '/library': 225_000,
  '/create': 255_000,
  '/library/0199': 305_000,
};

const html = readFileSync(join(built, 'index.html'), 'utf8');
const [, content = ''] = /<meta name="start-plan" content="([^"]*)"/.exec(html) ?? [];
const plan = JSON.parse(content.replaceAll('&quot;', '"')) as StartPlan;
const always = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path);

const scriptsOf = (path: string, language: string): Set<string> =>
  new Set([...always, ...filesOf(plan, path, language)].filter((file) => file.endsWith('.js')));

/** Returns the size of a file as it is sent. Files of less than 1 kB are not compressed. */
function sentBytes(path: string): number {
  const compressed = statSync(join(built, `${path}.br`), { throwIfNoEntry: false });
  return (compressed ?? statSync(join(built, path))).size;
}

test('no screen needs more script than it may, and the sign-in loads nothing of other screens', async ({
  page,
  product,
}) => {
  expect(plan.screens.map(({ path }) => path)).toHaveLength(5);
  for (const [path, maxBytes] of Object.entries(maxScriptBytes)) {
    for (const language of languages) {
      const bytes = [...scriptsOf(path, language)].reduce((sum, file) => sum + sentBytes(file), 0);
      expect(bytes, `${path} in ${language}`).toBeGreaterThan(50_000);
      expect(bytes, `${path} in ${language}`).toBeLessThanOrEqual(maxBytes);
    }
  }

  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // What an idle page stores for later is fetched, and not loaded as a script.
    if (request.resourceType() !== 'script') return;
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) asked.add(pathname);
  });
  await page.goto(`${product.url}/signin`);
  await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.waitForLoadState('networkidle');
  const expected = scriptsOf('/signin', 'de');
  expect([...asked].filter((path) => !expected.has(path))).toEqual([]);
  expect(asked.size).toBeGreaterThan(3);
});
