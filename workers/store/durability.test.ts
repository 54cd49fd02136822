/** Needs a browser with a disk: kill -9 and a real quota. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '#wasm/testing/long-test.ts';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import type { StorePage } from '#workers/testing/store-page.ts';
import { openDiskBrowser, serveModule, type DiskBrowser } from '../../tools/disk-browser.ts';

declare const storePage: StorePage;

let dir: string;
let served: Awaited<ReturnType<typeof serveModule>>;
beforeAll(async () => {
  // The other temporary files of `npm test` may lie in memory.
  dir = mkdtempSync(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'durability-'));
  served = await serveModule('workers/testing/store-page.ts', join(dir, 'cache'));
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

const visit = (profile: string): Promise<DiskBrowser> => openDiskBrowser(join(dir, profile), served.url);

describe.each(['opfs', 'indexeddb'] as const)('on a disk, %s', (kind) => {
  it('has every piece, as it was, after the browser was killed while it took more', async () => {
    const record = sampleRecord();
    const bytes = 2_000;
    await using recording = await visit(`killed-${kind}`);
    const { page } = recording;
    await page.evaluate(([kind, record]) => storePage.begin(kind, record), [kind, record] as const);
    await page.evaluate((bytes) => void storePage.append(1_000_000, bytes), bytes);
    const appended = () => page.evaluate(() => storePage.appended());
    await expect.poll(appended).toBeGreaterThan(200);
    const least = await appended();
    await recording.kill();
    await using after = await visit(`killed-${kind}`);
    const found = await after.page.evaluate(([kind, id, bytes]) => storePage.found(kind, id, bytes), [
      kind,
      record.id,
      bytes,
    ] as const);
    expect(found.record).toEqual(record);
    expect(found.pieces).toBeGreaterThanOrEqual(least);
    expect(found.whole).toBe(found.pieces);
    expect(found.listed).toEqual([{ record, bytes: found.pieces * bytes }]);
  });

  it.runIf(isLong)(
    'takes what the quota allows, the rest, or all of it, stays in memory, and is written once there is room',
    async () => {
      const record = sampleRecord();
      const [count, bytes] = [160, 50_000];
      await using visiting = await visit(`full-${kind}`);
      const { page } = visiting;
      // Chromium reserves 1 MB for each open file.
      await visiting.setQuota(6_000_000);
      await page.evaluate(([kind, record]) => storePage.begin(kind, record, { isOverflowing: true }), [
        kind,
        record,
      ] as const);
      const sizes = await page.evaluate(([count, bytes]) => storePage.append(count, bytes), [
        count,
        bytes,
      ] as const);
      expect(sizes.map(([all]) => all)).toEqual(sizes.map((_, index) => (index + 1) * bytes));
      const overflow = sizes.at(-1)![1];
      expect(overflow).toBeGreaterThan(2_000_000);
      expect(overflow).toBeLessThan(count * bytes);
      expect(await page.evaluate((bytes) => storePage.isWholeAtTheJoint(bytes), bytes)).toBe(true);
      const finished = { bytes: count * bytes, duration: 1, sha256: '' };
      await page.evaluate((finished) => storePage.update({ notes: 'at the end', finished }), finished);
      const stored = { bytes: count * bytes - overflow, record: { finished: null } };
      expect(await page.evaluate(() => storePage.listed())).toMatchObject([stored]);

      await visiting.setQuota(null);
      expect(await page.evaluate(() => storePage.settle())).toBe(0);
      await visiting.kill();
      await using after = await visit(`full-${kind}`);
      await after.setQuota(1);
      const found = await after.page.evaluate(([kind, id, bytes]) => storePage.found(kind, id, bytes), [
        kind,
        record.id,
        bytes,
      ] as const);
      expect(found).toMatchObject({
        record: { notes: 'at the end', finished },
        pieces: count,
        whole: count,
      });

      // On a full disk a recording begins in memory, and the stored ones are still found.
      const next = sampleRecord();
      const begun = await after.page.evaluate(
        ([kind, next]) => storePage.begin(kind, next, { isOverflowing: true }),
        [kind, next] as const,
      );
      const inMemory = await after.page.evaluate(() => storePage.append(20, 4_000));
      expect([begun, inMemory.at(-1)]).toEqual([kind, [80_000, 80_000]]);
      const listed = () => after.page.evaluate(() => storePage.listed());
      expect((await listed()).map((one) => one.record.id)).toEqual([record.id]);
      await after.setQuota(null);
      expect(await after.page.evaluate(() => storePage.settle())).toBe(0);
      const kept = (await listed()).map((one) => one.bytes);
      expect(kept.toSorted((a, b) => a - b)).toEqual([80_000, count * bytes]);
    },
  );
});

it('private files tell what really fits, where the browser says 10 GB', async () => {
  await using visiting = await visit('room');
  const { page } = visiting;
  await page.evaluate((record) => storePage.begin('opfs', record), sampleRecord());
  expect(await page.evaluate(() => storePage.freeBytes())).toBeGreaterThan(80_000_000);
  await visiting.setQuota(20_000_000);
  const free = await page.evaluate(() => storePage.freeBytes());
  expect(free).toBeGreaterThan(15_000_000);
  expect(free).toBeLessThanOrEqual(20_000_000);
});
