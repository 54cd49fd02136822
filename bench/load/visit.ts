import type { BrowserContext, Page } from 'playwright';
import type { Kind } from './kind.rules.ts';
import type { Sent, SlowLink } from './slow-link.ts';
import { installWatch, watchArguments, type WatchedPage } from './watch.ts';

export type Screen = {
  name: string;
  path: string;
  /** Matches an element that is there when the screen can be used. */
  usable: string;
};

export type Visit = {
  usableMs: number;
  /** Sum of the layout shifts until the page was quiet (CLS). */
  shift: number;
  /** The elements of layout shifts, each with its rectangle before and after: x, y, width, height, CSS pixels. */
  moved: readonly string[];
  requests: number;
  /** Bytes of what was asked for until the page was usable, by kind. */
  bytes: Record<Kind, number>;
  /** Bytes of scripts that only writing into a text needs. */
  editorBytes: number;
  /** Bytes that were asked for afterwards, without anybody doing anything. */
  laterBytes: number;
  paths: readonly string[];
};

/** A phone of the middle class: a processor that is four times slower, on a poor link. */
export type Speed = 'slow' | 'full';
const slowdown = 4;

const bytesByKind = (sent: readonly Sent[]): Record<Kind, number> => {
  const sums = { page: 0, script: 0, style: 0, font: 0, wasm: 0, model: 0, api: 0, other: 0 };
  for (const { kind, bytes } of sent) sums[kind] += bytes;
  return sums;
};

/** Names of chunks that only writing into a text needs. */
const editors = /\/assets\/[^/]*(editor|writing)/;

export const totalOf = (bytes: Record<Kind, number>): number =>
  Object.values(bytes).reduce((sum, one) => sum + one, 0);

async function openPage(context: BrowserContext, speed: Speed): Promise<Page> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: speed === 'slow' ? slowdown : 1 });
  return page;
}

/** Opens a screen in a new tab of the context, waits until it is usable and then quiet, and closes the tab. */
export async function visit(
  context: BrowserContext,
  link: SlowLink,
  screen: Screen,
  speed: Speed,
): Promise<Visit> {
  const page = await openPage(context, speed);
  await page.addInitScript(installWatch, watchArguments(screen.usable));
  link.isSlow = speed === 'slow';
  link.forget();
  const beganAtMs = Date.now();
  await page.goto(link.url + screen.path, { waitUntil: 'commit' });
  const usable = await page.waitForFunction(() => (globalThis as WatchedPage).watched?.usableAtMs, null, {
    timeout: 120_000,
  });
  const usableAtMs = Number(await usable.jsonValue());
  await link.quiet();
  const { shift, moved } = await page.evaluate(() => (globalThis as WatchedPage).watched);
  await page.close();
  link.isSlow = false;
  const before = link.sent.filter(({ askedAtMs }) => askedAtMs <= usableAtMs);
  const bytes = bytesByKind(before);
  return {
    usableMs: usableAtMs - beganAtMs,
    shift,
    moved,
    requests: before.length,
    bytes,
    editorBytes: bytesByKind(before.filter(({ path }) => editors.test(path))).script,
    laterBytes: totalOf(bytesByKind([...link.sent])) - totalOf(bytes),
    paths: before.map(({ path }) => path),
  };
}
