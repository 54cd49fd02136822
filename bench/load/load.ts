/**
 * Loads each screen of the built page from the real server on a slow link (1.6 Mbit/s, 150 ms) with a slow processor, with
 * an empty cache and again with a full one, beside a bare React page in the same run. The full cache is also measured without
 * the slow link and processor. `--only NAME`: one screen, or `script` (fewer runs: bytes only).
 */
import { rmSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright';
import type { TokenResponse } from '#api/contract/auth.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { createProduct, type Product } from '#e2e/product.ts';
import { seedSession } from '#e2e/seed-session.ts';
import { spokenFixture } from '#e2e/spoken-fixture.ts';
import { build } from '../../tools/build.mjs';
import { chromiumLaunch } from '../../tools/chromium.ts';
import type { Options } from '../main.ts';
import type { Report } from '../report.ts';
import { serveBarePage } from './bare-page.ts';
import { reportOf, type Measured } from './figures.ts';
import { screensOf } from './screens.ts';
import { createSlowLink, type SlowLink } from './slow-link.ts';
import { visit, type Screen } from './visit.ts';

const runs = 3;
const language = 'de';

const bare: Screen = { name: 'bare React', path: '/', usable: 'main button' };

const titles = [
  'Gemeinderat, 12. Sitzung',
  'Sprechstunde',
  'Interview',
  'Teamsitzung',
  'Schulrat',
  'Vorstand',
];

/** Stores sessions of a person. Returns the id of the last one. */
async function fillLibrary(place: Pick<Product, 'url' | 'dataDir'>): Promise<string> {
  const { access_token: token } = await createTestBrowser(place.url).register(petra);
  let last = '';
  for (const title of titles) last = (await seedSession(place, token, { title, spoken: spokenFixture() })).id;
  return last;
}

async function openContext(browser: Browser, tokens: TokenResponse | null): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'de-CH', viewport: { width: 1280, height: 900 } });
  if (!tokens) return context;
  const stored = {
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token ?? '',
    token_expires_at: String(Date.now() + tokens.expires_in * 1000),
    preferredLanguage: language,
  };
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  return context;
}

/** Visits a screen with an empty cache, and then twice with what the first visit has stored. */
async function measureOnce(
  browser: Browser,
  link: SlowLink,
  screen: Screen,
  tokens: TokenResponse | null,
): Promise<Measured> {
  const context = await openContext(browser, tokens);
  try {
    const cold = await visit(context, link, screen, 'slow');
    const warm = await visit(context, link, screen, 'slow');
    const quick = await visit(context, link, screen, 'full');
    return { cold, warm, quick };
  } finally {
    await context.close();
  }
}

export async function measure({ only }: Options): Promise<Report> {
  if ((await build()) !== 0) throw new Error('The page was not built.');
  const link = await createSlowLink();
  const product = await createProduct({ TRANSCRIPTION_MODEL: 'whisper-tiny', PUBLIC_URL: link.url });
  link.to(product.url);
  const bareLink = await createSlowLink();
  const barePage = await serveBarePage();
  bareLink.to(barePage.url);
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const screens = screensOf(await fillLibrary({ url: link.url, dataDir: product.dataDir }));
    const chosen = screens.filter(({ name }) => !only || only === 'script' || name === only);
    if (chosen.length === 0)
      throw new Error('--only takes home, signin, library, create, session or script.');
    const measured = new Map<string, Measured[]>();
    const keep = (name: string, one: Measured) => measured.set(name, [...(measured.get(name) ?? []), one]);
    for (let run = 0; run < (only === 'script' ? 1 : runs); run += 1) {
      keep(bare.name, await measureOnce(browser, bareLink, bare, null));
      const tokens = await createTestBrowser(link.url).signIn(petra);
      for (const screen of chosen) {
        keep(screen.name, await measureOnce(browser, link, screen, screen.isSignedIn ? tokens : null));
      }
    }
    return reportOf(measured, bare.name);
  } finally {
    await browser.close();
    await barePage.close();
    await product.stop();
    await Promise.all([link.close(), bareLink.close()]);
    rmSync(product.dataDir, { recursive: true, force: true });
  }
}
