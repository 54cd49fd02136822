/**
 * The mp3 that each engine makes of the same file, beside that of Chromium. WebAssembly computes the same everywhere, except
 * for relaxed SIMD: its fused multiplication rounds once. A proxy gives all engines the plain modules.
 */
import { join } from 'node:path';
import { frameBytes, speechMp3 } from '#workers/encode/encode.contract.ts';
import { fixtureAudio, recordings } from '../journey.ts';
import { createProduct, disposeProduct, expect } from '../product.ts';
import { startProxy } from '../proxy.ts';
import type { Engine } from './driver.ts';
import { chooseAndCheck, sendAndRead, test as base, withVisit } from './visit.ts';

const files = [
  { name: 'wav', path: fixtureAudio('de_conversation.wav') },
  ...(recordings
    ? [
        { name: 'flac', path: join(recordings, 'en/jfk.flac') },
        { name: 'm4a', path: join(recordings, 'vad/ricky0123-4-segments.m4a') },
      ]
    : []),
];

const frame = frameBytes(speechMp3);
/**
 * Least share of mp3 frames that are equal where one of the two runs relaxed SIMD. The sound differs in its last bits (1e-6), and
 * the encoder then decides otherwise in a few frames: 2 to 5 of 100 (2026-11-24).
 */
const leastShare = 0.9;

/** Returns the bytes of the mp3 that the server got of each file. */
const mp3sOf = (engine: Engine, url: string): Promise<Buffer[]> =>
  withVisit(engine, url, async (visit) => {
    const made: Buffer[] = [];
    for (const { name, path } of files) {
      const id = await visit.create(`Mp3 ${name}`);
      await chooseAndCheck(visit, path);
      await sendAndRead(visit, id);
      const response = await fetch(`${url}/api/v1/sessions/${id}/download`, {
        headers: { authorization: `Bearer ${visit.token}` },
      });
      expect(response.ok).toBe(true);
      made.push(Buffer.from(await response.arrayBuffer()));
    }
    return made;
  });

/**
 * `plain`: address of a product whose modules with relaxed SIMD are the plain ones. `expected`: the mp3s that Chromium makes
 * there.
 */
const test = base.extend<object, { plain: string; expected: Buffer[] }>({
  plain: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      let target = '';
      const proxy = await startProxy(() => target, {
        path: (path) => path.replace(/(\/engines\/kernel-\w+\/\w+)-relaxed\.wasm$/, '$1.wasm'),
      });
      const product = await createProduct({ PUBLIC_URL: proxy.url });
      target = product.url;
      await use(proxy.url);
      await proxy.close();
      await disposeProduct(product);
    },
    { scope: 'worker' },
  ],
  expected: [async ({ plain }, use) => use(await mp3sOf('chromium', plain)), { scope: 'worker' }],
});

test('a file becomes the mp3 of Chromium, byte for byte, where both run the plain modules', async ({
  engine,
  plain,
  expected,
}) => {
  test.skip(engine === 'chromium', 'It would be compared with itself.');
  const made = await mp3sOf(engine, plain);
  for (const [i, { name }] of files.entries()) expect(made[i]!.equals(expected[i]!), name).toBe(true);
});

test('a file becomes nearly the same mp3 with the modules that the engine chooses', async ({
  engine,
  product,
  expected,
}) => {
  const made = await mp3sOf(engine, product.url);
  for (const [i, { name }] of files.entries()) {
    const [own, other] = [made[i]!, expected[i]!];
    expect(own.length, name).toBe(other.length);
    let [equal, all] = [0, 0];
    for (let at = 0; at < own.length; at += frame) {
      all += 1;
      if (own.subarray(at, at + frame).equals(other.subarray(at, at + frame))) equal += 1;
    }
    expect(equal / all, name).toBeGreaterThanOrEqual(leastShare);
  }
});
