/** A proxy has removed the headers of cross-origin isolation: the page has no shared memory, and does the same work. */
import { join } from 'node:path';
import {
  createSession,
  fixtureAudio,
  fixtureText,
  pickFile,
  recordings,
  sendAndAwaitTranscript,
  signedIn,
  wordsOf,
} from './journey.ts';
import { createProduct, disposeProduct, expect, test as base, type Product } from './product.ts';
import { lengthOf, storedAudio } from './sound.ts';
import { startStrippingProxy } from './stripping-proxy.ts';

const isolation = ['cross-origin-opener-policy', 'cross-origin-embedder-policy'];
const mp3FrameS = 576 / 24_000;

const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands the pattern
    async ({}, use) => {
      let target = '';
      const proxy = await startStrippingProxy(() => target, isolation);
      const product = await createProduct({ PUBLIC_URL: proxy.url });
      target = product.url;
      await use({ ...product, url: proxy.url });
      await proxy.close();
      await disposeProduct(product);
    },
    { scope: 'worker' },
  ],
});

const sources = [
  { name: 'wav', path: fixtureAudio('de_1.wav'), text: fixtureText('de_1.wav') },
  ...(recordings ? [{ name: 'ogg', path: join(recordings, 'de/fleurs-de-001.ogg') }] : []),
];

for (const { name, path, text } of sources) {
  test(`a ${name} is judged, sent as mp3 and transcribed without shared memory`, async ({
    page,
    product,
  }) => {
    await signedIn(page, product.url);
    const id = await createSession(page, `Ohne geteilten Speicher ${name}`);
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
    expect(await page.evaluate(() => typeof SharedArrayBuffer)).toBe('undefined');
    await pickFile(page, path);
    await expect(page.getByText(/Gut verständlich|Brauchbar|Schwer verständlich/)).toBeVisible();
    await sendAndAwaitTranscript(page);
    const stored = await storedAudio(page, id);
    expect(Math.abs((await lengthOf(stored.path)) - (await lengthOf(path)))).toBeLessThan(mp3FrameS);
    if (text) expect(wordsOf(await page.getByRole('tabpanel').innerText())).toContain(wordsOf(text));
  });
}
