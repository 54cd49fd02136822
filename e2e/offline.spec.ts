import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedIn } from './journey.ts';
import { expect, test } from './product.ts';

const ofPackage = join(import.meta.dirname, '../node_modules/wasm-media-encoders/package.json');
const { version } = JSON.parse(readFileSync(ofPackage, 'utf8')) as { version: string };
const engine = `/engines/lame-${version}/mp3.wasm`;

test('without a server, engines come from their cache and files of models from the device', async ({
  page,
  product,
}) => {
  await signedIn(page, product.url);
  await page.goto('/library');
  await page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return;
    await new Promise((done) =>
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
    );
  });
  const stored = await page.evaluate(async (address) => {
    type Listed = { id: string; files: { path: string; sha256: string }[] }[];
    const cache = await caches.open('engines');
    await cache.put('/engines/lame-0.0.0/mp3.wasm', new Response('old'));
    await cache.put('/engines/other-0.0.0/other.wasm', new Response('other'));
    // The page may have fetched the engine already. Files of other versions go when one is stored.
    await cache.delete(address);
    const engineBytes = (await (await fetch(address)).arrayBuffer()).byteLength;
    const list = (await (await fetch('/api/v1/models')).json()) as Listed;
    const [config, other] = list.find(({ id }) => id === 'fixture')!.files;
    const content = await (await fetch(`/models/${config!.sha256}`)).text();
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('models', { create: true });
    const file = await (await folder.getFileHandle(config!.sha256, { create: true })).createWritable();
    await file.write(content);
    await file.close();
    return { engineBytes, content, config: config!.sha256, other: other!.sha256 };
  }, engine);
  expect(stored.engineBytes).toBeGreaterThan(10_000);
  const keptEngines = () =>
    page.evaluate(async () =>
      (await (await caches.open('engines')).keys()).map(({ url }) => new URL(url).pathname).toSorted(),
    );
  await expect.poll(keptEngines).toEqual([engine, '/engines/other-0.0.0/other.wasm'].toSorted());
  await product.kill();
  const offline = await page.evaluate(
    async ([address, config, other]) => {
      // The HTTP cache would answer too.
      const anew = { cache: 'no-store' } as const;
      const kept = await fetch(address!, anew);
      return {
        engineBytes: (await kept.arrayBuffer()).byteLength,
        isIsolated: kept.headers.get('cross-origin-resource-policy'),
        content: await (await fetch(`/models/${config}`, anew)).text(),
        other: await fetch(`/models/${other}`).then(
          () => 'there',
          () => 'not there',
        ),
      };
    },
    [engine, stored.config, stored.other] as const,
  );
  expect(offline).toEqual({
    engineBytes: stored.engineBytes,
    isIsolated: 'same-origin',
    content: stored.content,
    other: 'not there',
  });
  await product.start();
});
