import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { disposableSymbols, usesSymbols } from '../tools/disposable-symbols.ts';
import {
  createSession,
  fixtureAudio,
  fixtureText,
  pickFile,
  sendAndAwaitTranscript,
  signedIn,
  wordsOf,
} from './journey.ts';
import { expect, test, type Page, long } from './product.ts';
import { storedAudio } from './sound.ts';

const assets = join(import.meta.dirname, '../dist/page/assets');

/**
 * Script that removes from Chromium what WebKit lacks: `Symbol.dispose` and its companions, iteration of streams, `move` of
 * a file without a folder, and `bytes()`, which came with Safari 18. Replaces `Symbol`, because its own properties cannot
 * be deleted.
 */
const asInWebKit = `if (!globalThis.wholeSymbol) {
  const whole = (globalThis.wholeSymbol = Symbol);
  const bare = function Symbol(description) { return whole(description); };
  for (const key of Reflect.ownKeys(whole)) {
    if (['dispose', 'asyncDispose', 'length', 'name'].includes(key)) continue;
    Object.defineProperty(bare, key, Object.getOwnPropertyDescriptor(whole, key));
  }
  globalThis.Symbol = bare;
  for (const name of ['DisposableStack', 'AsyncDisposableStack', 'SuppressedError']) delete globalThis[name];
  for (const key of ['values', whole.asyncIterator]) delete globalThis.ReadableStream?.prototype[key];
  for (const type of ['Blob', 'Response', 'Request']) delete globalThis[type]?.prototype.bytes;
  for (const type of ['FileSystemHandle', 'FileSystemFileHandle']) {
    const { prototype } = globalThis[type] ?? {};
    if (!prototype || !Object.hasOwn(prototype, 'move')) continue;
    const { move } = prototype;
    prototype.move = function (...wanted) {
      if (wanted.length < 2) throw new TypeError('Not enough arguments');
      return move.apply(this, wanted);
    };
  }
}
`;

/** Prepends `asInWebKit` to every script of the page, its workers and worklets. Returns the changed paths. */
async function installMissing(page: Page): Promise<string[]> {
  const changed: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
    // The server may close a connection that waits just when the next request goes out on it (RFC 9112, 9.5).
    const response = await route.fetch({ maxRetries: 2 });
    changed.push(new URL(route.request().url()).pathname);
    await route.fulfill({ response, body: asInWebKit + (await response.text()) });
  });
  return changed;
}

test('Every built script that uses symbols that WebKit lacks defines them before any module runs', () => {
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(names.filter((name) => /\.(worker|worklet)-/.test(name)).length).toBeGreaterThan(8);
  const without = names.filter((name) => {
    // Vite puts its dependency list before the banner.
    const code = readFileSync(join(assets, name), 'utf8').replace(/^const __vite__mapDeps=[^\n]*\n/, '');
    return usesSymbols(code) && !code.startsWith(disposableSymbols);
  });
  expect(without).toEqual([]);
});

test.describe('In a browser that lacks what WebKit lacks', () => {
  test.use({ serviceWorkers: 'block' });

  test(
    'files are checked, kept on the device, sent as mp3 and transcribed',
    long,
    async ({ page, product }) => {
      const changed = await installMissing(page);
      const failures: string[] = [];
      page.on('pageerror', (error) => failures.push(String(error)));
      await signedIn(page, product.url);
      const check = async (title: string, path: string) => {
        const id = await createSession(page, title);
        await pickFile(page, path);
        await expect(page.getByText(/Gut verständlich|Brauchbar|Schwer verständlich/)).toBeVisible();
        await expect(page.getByText('Dieser Browser lässt hier nichts ablegen')).toBeHidden();
        await sendAndAwaitTranscript(page);
        expect(wordsOf(await page.getByRole('tabpanel').innerText())).toContain(
          wordsOf(fixtureText('de_1.wav')),
        );
        return id;
      };
      const id = await check('Als wav', fixtureAudio('de_1.wav'));
      await check('Als mp3', (await storedAudio(page, id)).path);
      expect(failures).toEqual([]);
      for (const worker of ['media', 'analysis', 'encoder', 'keep', 'cut-mp3', 'send'])
        expect(
          changed.some((path) => path.includes(`/${worker}.worker-`)),
          worker,
        ).toBe(true);
    },
  );
});
