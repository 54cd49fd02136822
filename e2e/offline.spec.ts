import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSession, fixtureAudio, pickFile, signedIn, sessionIdOf } from './journey.ts';
import { makeNextBuild } from './next-build.ts';
import { createProduct, disposeProduct, withServiceWorker } from './product.ts';
import {
  button,
  compareStoredAudio,
  expect,
  expectWhole,
  finishRecording,
  isWhole,
  type Page,
  recordFor,
  startRecording,
  test,
} from './recording.ts';

// Traces of closed tabs are lost.
test.use({ trace: 'off', ...withServiceWorker });

const ofPackage = join(import.meta.dirname, '../node_modules/wasm-media-encoders/package.json');
const { version } = JSON.parse(readFileSync(ofPackage, 'utf8')) as { version: string };
const engine = `/engines/lame-${version}/mp3.wasm`;

const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="build"]')!.content);

const storedParts = (page: Page) =>
  page.evaluate(async () =>
    (await (await caches.open('parts')).keys()).map(({ url }) => new URL(url).pathname),
  );

test('after one visit the page opens without a server, checks a file and keeps it; models come from the device', async ({
  page,
  product,
}) => {
  await signedIn(page, product.url);
  await createSession(page, 'Im Funkloch');
  await isWhole(page);
  // The page fetches a model of this size without a question.
  const stored = await page.evaluate(async () => {
    type Listed = { id: string; files: { sha256: string }[] }[];
    const list = (await (await fetch('/api/v1/models')).json()) as Listed;
    const { sha256 } = list.find(({ id }) => id === 'fixture')!.files[0]!;
    return { sha256, content: await (await fetch(`/models/${sha256}`)).text() };
  });
  const hasModel = () =>
    page.evaluate(async (sha256) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('models');
      return await folder.getFileHandle(sha256).then(
        () => true,
        () => false,
      );
    }, stored.sha256);
  await expect.poll(() => hasModel().catch(() => false)).toBe(true);
  await product.kill();

  // Nothing of the upload has run yet.
  await pickFile(page, fixtureAudio('de_1.wav'));
  await expect(page.getByText(/Gut verständlich|Brauchbar|Schwer verständlich/)).toBeVisible();

  const offline = await page.evaluate(
    async ([address, sha256]) => {
      // The HTTP cache would answer too.
      const anew = { cache: 'no-store' } as const;
      const kept = await fetch(address!, anew);
      return {
        isEngine: (await kept.arrayBuffer()).byteLength > 10_000,
        isIsolated: kept.headers.get('cross-origin-resource-policy'),
        content: await (await fetch(`/models/${sha256}`, anew)).text(),
        other: await fetch(`/models/${'0'.repeat(64)}`).then(
          () => 'there',
          () => 'not there',
        ),
      };
    },
    [engine, stored.sha256] as const,
  );
  expect(offline).toEqual({
    isEngine: true,
    isIsolated: 'same-origin',
    content: stored.content,
    other: 'not there',
  });

  // A page that starts without a server knows its person.
  await page.goto('/library');
  await expect(page.getByRole('heading', { name: 'Bibliothek' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Verbindung' })).not.toBeEmpty();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await product.start();
  await expect(page.getByRole('link', { name: /Im Funkloch/ })).toBeVisible();
});

test('what is recorded without a server is there when the page starts without one, and goes when it is back', async ({
  openStudio,
}) => {
  const product = await createProduct();
  const studio = openStudio(product);
  let page = await studio.tab();
  await page.goto(`${product.url}/library`);
  await isWhole(page);
  await page.getByRole('link', { name: 'Neue Sitzung' }).first().click();
  await page.getByLabel('Name der Sitzung').fill('Ohne Server');
  await button(page, 'Sitzung erstellen').click();
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
  const id = sessionIdOf(page);
  await expect(button(page, 'Mikrofon einschalten')).toBeVisible();
  await product.kill();
  // Nothing of a recording has run yet.
  await button(page, 'Mikrofon einschalten').click();
  await button(page, 'Aufnahme starten').click();
  await recordFor(page, 6);
  await page.close({ runBeforeUnload: false });

  page = await studio.chromium.open();
  await page.goto(`${product.url}/library`);
  await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeVisible();
  await product.start();
  await button(page, 'Hochladen').click();
  await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeHidden();
  expectWhole(await compareStoredAudio(page, product, id));
  await disposeProduct(product);
});

test('a new version comes while somebody records: nothing is interrupted, and the page is renewed afterwards', async ({
  openStudio,
}) => {
  const next = makeNextBuild();
  const product = await createProduct();
  const page = await openStudio(product).tab();
  await page.goto(`${product.url}/library`);
  await isWhole(page);
  const former = await buildOf(page);
  const id = await startRecording(page, product, 'Neue Fassung');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const isSamePage = () => page.evaluate(() => 'isSamePage' in window);
  await recordFor(page, 3);
  await product.stop();
  await product.start({ PAGE_DIR: next.dir });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));

  // The server has none of these parts any more.
  await page.evaluate(() => history.pushState(null, '', '/account'));
  await expect(page.getByRole('heading', { name: 'Konto', level: 1 })).toBeVisible();
  const told = page.getByText('Es gibt eine neue Fassung von Wortlaut.');
  await expect(told).toBeHidden();
  expect(await isSamePage()).toBe(true);
  await page.goBack();
  await recordFor(page, 9);
  await finishRecording(page);
  expect(await isSamePage()).toBe(true);
  await expect(told).toBeVisible();
  await expect.poll(() => buildOf(page)).toBe(former);

  await page.getByRole('link', { name: 'Wortlaut, zur Startseite' }).click();
  await expect.poll(() => buildOf(page).catch(() => '')).toBe(next.build);
  expect(await isSamePage()).toBe(false);
  await isWhole(page);
  // No tab uses the former build any more.
  await expect
    .poll(async () => (await storedParts(page)).filter((path) => /assets\/.*[^x]\.\w+$/.test(path)))
    .toEqual([]);
  expectWhole(await compareStoredAudio(page, product, id));
  await disposeProduct(product);
});
