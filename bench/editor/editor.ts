/**
 * Measures the transcript editor on a meeting of 2:30 h (25,000 words, 8 speakers) in the built page with the real
 * server. The peer is a naive `contenteditable` with the same text, in the same browser and run. Times run from the
 * time stamp of the event to the first frame after layout with the result. The floor is a key in an empty page with one
 * field. A 60 Hz screen alone adds up to 17 ms. `--only ours` or `naive`.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import type { TokenResponse } from '#api/contract/auth.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { createProduct, type Product } from '#e2e/product.ts';
import { seedSession } from '#e2e/seed-session.ts';
import { chromiumLaunch } from '../../tools/chromium.ts';
import { openBareTab } from '../capture/bare-tab.ts';
import type { Options } from '../main.ts';
import { rendererPssBytes } from '../memory.ts';
import { goal, median, round, type Report } from '../report.ts';
import { composeMeeting, longMeeting } from './long-transcript.ts';
import { p95, playRows, slowFrames, summary, timeRows, type Both, type Measured } from './figures.ts';
import { measurePage, playMs, timeOpening, typeKeys, watchFrames } from './measure-page.ts';
import { naiveHandles } from './naive-handles.ts';
import { emptyPage, naivePage } from './naive-page.ts';
import { ourHandles } from './our-page.ts';
import { installProbe } from './probe.ts';
import { quietMeeting } from './quiet-meeting.ts';

const root = join(import.meta.dirname, '../..');
const openings = 5;

type Place = { product: Product; id: string; tokens: Required<TokenResponse>; othersUrl: string };

const stored = ({ tokens }: Place): Record<string, string> => ({
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token,
  token_expires_at: String(Date.now() + tokens.expires_in * 1000),
  preferredLanguage: 'de',
});

async function openContext(context: BrowserContext, place: Place): Promise<void> {
  await context.addInitScript(installProbe);
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored(place));
}

async function servePages(naive: string): Promise<{ url: string; close(): void }> {
  const pages: Record<string, string> = { '/naive': naive, '/empty': emptyPage };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pages[request.url ?? ''] ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Opens the session on another tab, and then the transcript, so that each start is cold. Returns ms. */
async function openOurs(page: Page, { product, id }: Place): Promise<number> {
  await page.goto(`${product.url}/library/${id}?tab=session`);
  const tab = page.getByRole('tab', { name: 'Transkript' });
  await tab.waitFor();
  await page.waitForLoadState('networkidle');
  return timeOpening(page, () => tab.click());
}

async function openNaive(page: Page, { othersUrl }: Place): Promise<number> {
  await page.goto(`${othersUrl}/naive`);
  return timeOpening(page, () => page.getByRole('button', { name: 'open' }).click());
}

async function measureIn(
  context: BrowserContext,
  place: Place,
  open: (page: Page, place: Place) => Promise<number>,
  handlesOf: typeof ourHandles,
): Promise<Measured> {
  const openMs: number[] = [];
  for (let time = 0; time < openings; time += 1) {
    const page = await context.newPage();
    openMs.push(await open(page, place));
    if (time === openings - 1) {
      const figures = await measurePage(page, handlesOf(page));
      await page.close();
      return { ...figures, openMs };
    }
    await page.close();
  }
  throw new Error('unreachable');
}

async function measureFloor(context: BrowserContext, { othersUrl }: Place) {
  const page = await context.newPage();
  await page.goto(`${othersUrl}/empty`);
  await page.locator('textarea').focus();
  const keyMs = await typeKeys(
    page,
    'ein Satz in einem leeren Feld, ',
    `document.querySelector('textarea').value`,
  );
  const watched = await watchFrames(page, playMs);
  await page.close();
  return { keyMs, ...watched };
}

/** Measures the memory of tab and renderer while the text is shown, MB, in a browser without Playwright. */
async function measureMemory(place: Place, which: 'ours' | 'naive') {
  const dir = mkdtempSync(join(tmpdir(), 'wortlaut-bench-'));
  const tab = await openBareTab(dir);
  const isShown = `document.querySelector('[data-turn]') !== null`;
  try {
    if (which === 'ours') {
      await tab.open(`${place.product.url}/`);
      await tab.waitFor(
        `document.readyState === 'complete' && location.origin === ${JSON.stringify(place.product.url)}`,
      );
      await tab.evaluate(`void Object.assign(localStorage, ${JSON.stringify(stored(place))})`);
      await tab.open(`${place.product.url}/library/${place.id}`);
    } else {
      await tab.open(`${place.othersUrl}/naive`);
      await tab.waitFor(`document.querySelector('#given') !== null`);
      await tab.evaluate(`document.querySelector('button').click()`);
    }
    await tab.waitFor(isShown);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const heldBytes = which === 'ours' ? await tab.heldBytes() : null;
    return { heldMB: heldBytes === null ? null : heldBytes / 1e6, rendererMB: rendererPssBytes(dir) / 1e6 };
  } finally {
    await tab.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

export async function measure({ only }: Options): Promise<Report> {
  execFileSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'ignore' });
  const product = await createProduct({ TRANSCRIPTION_MODEL: 'whisper-tiny' });
  const browser = await chromium.launch({
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, '--autoplay-policy=no-user-gesture-required'],
  });
  const segments = composeMeeting(longMeeting);
  const others = await servePages(naivePage(segments));
  try {
    const tokens = await createTestBrowser(product.url).register(petra);
    const { id } = await seedSession(product, tokens.access_token, {
      title: 'Gemeinderat, 12. Sitzung',
      spoken: quietMeeting(segments, longMeeting.lengthS),
    });
    const place: Place = { product, id, tokens, othersUrl: others.url };
    const context = await browser.newContext({ locale: 'de-CH', viewport: { width: 1280, height: 900 } });
    await openContext(context, place);
    const floor = await measureFloor(context, place);
    const ours = only === 'naive' ? null : await measureIn(context, place, openOurs, ourHandles);
    const naive = only === 'ours' ? null : await measureIn(context, place, openNaive, naiveHandles);
    await context.close();
    const memory = {
      ours: ours && (await measureMemory(place, 'ours')),
      naive: naive && (await measureMemory(place, 'naive')),
    };
    const both: Both = { ours, naive };
    const figureOf = (of: (values: readonly number[]) => number, kind: keyof Measured) =>
      ours && of(ours[kind]);
    const roundOrEmpty = (value: number | null | undefined) => (value ? round(value) : '');
    return {
      name: 'editor',
      rows: timeRows(both, floor),
      more: [
        [
          ...playRows(both, floor),
          { what: 'held by the tab, MB', ours: roundOrEmpty(memory.ours?.heldMB), naive: '' },
          {
            what: 'renderer, MB',
            ours: roundOrEmpty(memory.ours?.rendererMB),
            naive: roundOrEmpty(memory.naive?.rendererMB),
          },
        ],
      ],
      figures: {
        segments: segments.length,
        floor: summary(floor),
        ours: ours && summary(ours),
        naive: naive && summary(naive),
        memory,
      },
      goals: [
        goal('key, median', figureOf(median, 'keyMs'), 'ms', '<=', 16),
        goal('key, 95th percentile', figureOf(p95, 'keyMs'), 'ms', '<=', 32),
        goal('undo, median', figureOf(median, 'undoMs'), 'ms', '<=', 50),
        goal('first paint of the tab, median', figureOf(median, 'openMs'), 'ms', '<=', 500),
        goal('frames over 50 ms while playing', figureOf(slowFrames, 'frameMs'), '', '<=', 0),
      ],
    };
  } finally {
    await browser.close();
    others.close();
    await product.stop();
    rmSync(product.dataDir, { recursive: true, force: true });
  }
}
