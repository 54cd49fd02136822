import { faultsInBoth, faultsOf, scrollsSideways } from './axe.ts';
import { positionOf, signedInAgain } from './journey.ts';
import { expect, long, test, type Page, type Product } from './product.ts';
import { seedSession, type StoredResult } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

async function withResults(page: Page, product: Product, results: readonly StoredResult[], notes = '') {
  const { token } = await signedInAgain(page, product.url);
  return seedSession(product, token, { title: 'Lange Sitzung', spoken: spokenFixture(), notes, results });
}

async function withText(page: Page, product: Product, results: readonly StoredResult[] = []) {
  const { token } = await signedInAgain(page, product.url);
  return seedSession(product, token, { title: 'Gemeinderat', results });
}

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });

/** Measures the longest task of the page, ms. */
const watchTasks = (page: Page) =>
  page.addInitScript(() => {
    const seen = { longestMs: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestMs = Math.max(seen.longestMs, duration);
    }).observe({ type: 'longtask', buffered: true });
  });
const longestTask = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { longestMs: number } }).seen.longestMs);

const summary = 'Der Kredit ist bewilligt [1].\n\n- Beginn **bald** 0:05\n- [ ] Offerte einholen';
const sources = JSON.stringify([{ n: 1, segment: 's2', at: 3.2 }]);

test('a result stands in its own tab, which a refresh keeps; its sources play', async ({ page, product }) => {
  const { id } = await withResults(page, product, [['summary', { text: summary, sources }]]);
  await page.goto(`/library/${id}`);
  await expect(tab(page, 'Transkript')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Zusammenfassung').click();
  await expect(page.getByText('Zusammengestellt ohne Sprachmodell')).toBeVisible();
  await page.reload();
  await expect(tab(page, 'Zusammenfassung')).toHaveAttribute('aria-selected', 'true');
  const source = page.getByRole('button', { name: /^Quelle 1, bei 3 Sekunden/ });
  await source.focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(3);
});

test('a tab that is not there falls back to the transcript; a moment in the address leads there', async ({
  page,
  product,
}) => {
  const { id } = await withText(page, product);
  await page.goto(`/library/${id}?tab=result:summary`);
  await expect(tab(page, 'Transkript')).toHaveAttribute('aria-selected', 'true');
  await page.goto(`/library?deeplink=${encodeURIComponent(`app://open/library/${id}`)}`);
  await expect(tab(page, 'Transkript')).toBeVisible();
});

test(
  'what a model wrote is shown harmlessly: HTML, addresses that run code, a megabyte of text',
  long,
  async ({ page, product }) => {
    const evil = [
      '<img src=x onerror="window.hit = 1"> <svg/onload=window.hit=2> <script>window.hit = 3</script>',
      '[hier](javascript:window.hit=4) [da](JaVaScRiPt&colon;window.hit=5) <javascript:window.hit=6>',
      '![bild](javascript:window.hit=7) [d](data:text/html,<script>window.hit=8</script>)',
      '<iframe srcdoc="<script>parent.hit=9</script>"></iframe> <a href="javascript:window.hit=10">klick</a>',
    ].join('\n\n');
    const line = (n: number) =>
      `- Punkt ${n}: **wichtig**, bei 0:0${n % 10}, siehe [1] und <b onclick=x>mehr</b>.\n`;
    const long = Array.from({ length: 16_500 }, (_, n) => line(n)).join('');
    expect(long.length).toBeGreaterThan(1_000_000);
    const { id } = await withText(page, product, [
      ['summary', { text: evil }],
      ['minutes', { text: `# Anfang\n\n${long}\n\nDas ist das Ende.`, sources }],
    ]);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`/library/${id}?tab=result:summary`);
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByText('<img src=x onerror', { exact: false })).toBeVisible();
    await expect(panel.getByText('[hier](javascript:', { exact: false })).toBeVisible();
    expect(await panel.locator('img, svg:not(.lucide), script, iframe, object, a, style').count()).toBe(0);
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    expect(requests.filter((url) => url.endsWith('/x'))).toEqual([]);

    await watchTasks(page);
    await page.goto(`/library/${id}?tab=result:minutes`);
    // The beginning can be read before the end is rendered.
    await page.waitForFunction(() => {
      const shown = document.querySelector('[role=tabpanel] [aria-busy=true]');
      const headings = document.querySelectorAll('[role=tabpanel] :is(h1, h2, h3, h4)');
      return shown !== null && [...headings].some(({ textContent }) => textContent === 'Anfang');
    });
    // A CSS selector is used, because finding roles or texts in such a long page takes longer than rendering it.
    await page.waitForFunction(() => !document.querySelector('[role=tabpanel] [aria-busy=true]'), null, {
      polling: 250,
    });
    test.info().annotations.push({ type: 'longest task, ms', description: String(await longestTask(page)) });
    expect(await panel.locator('li').count()).toBe(16_500);
    expect(await panel.locator('p').last().textContent()).toBe('Das ist das Ende.');
    await tab(page, 'Notizen').click();
    await expect(page.getByRole('textbox', { name: 'Notizen zur Sitzung' })).toBeVisible();
  },
);

test(
  'every tab is without faults for all, light and dark, also on a phone',
  long,
  async ({ page, product }) => {
    const rich =
      '# Titel\n\n| Traktandum | Entscheid |\n|---|---|\n| 1 | ja [1] |\n\n> Zitat 0:05\n\n```\ncode\n```';
    const stale = JSON.stringify({ transcript: 0, edits: 0, notes: 0, option: 1 });
    const { id } = await withResults(
      page,
      product,
      [
        ['summary', { text: 'früher' }],
        ['summary', { text: rich, sources, made_from: stale }],
        ['minutes', { state: 'failed', error: 'request.failed' }],
        ['fact_check', { state: 'processing' }],
        [
          'custom_1',
          {
            text: summary,
            engine: 'llm',
            model: 'modell-7b',
            title: 'Brief an die Gemeinde',
            asked: JSON.stringify({ prompt: 'Schreibe einen Brief an die Gemeinde.' }),
            source_tab: 'result:summary',
          },
        ],
      ],
      '# Notizen\n\n- 0:05 Kredit',
    );
    const names = [
      'Audio',
      'Sitzung',
      'Transkript',
      'Notizen',
      'Zusammenfassung',
      'Protokoll',
      'Faktencheck',
      'Brief',
    ];
    await page.goto(`/library/${id}`);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 780 });
      for (const name of names) {
        await tab(page, new RegExp(name)).click();
        await expect(tab(page, new RegExp(name))).toBeInViewport();
        await expect(page.getByRole('tabpanel')).not.toBeEmpty();
        // Outside the tab panel the page is the same, so it is checked once.
        const where = name === names[0] ? {} : { within: '[role=tabpanel]' };
        const found = width === 1280 ? await faultsInBoth(page, where) : await faultsOf(page, where);
        expect(found, `${name} ${width}`).toEqual([]);
        expect(await scrollsSideways(page), `${name} ${width}`).toBe(false);
        const folder = process.env['E2E_SHOTS'];
        if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png` });
      }
    }
    await page.getByRole('button', { name: 'Zurück dorthin' }).click();
    await expect(tab(page, 'Zusammenfassung')).toHaveAttribute('aria-selected', 'true');
  },
);

test(
  'notes that were typed a second before the tab was killed are there on return, and reach the server',
  long,
  async ({ page, product, context }) => {
    const { id, detail } = await withText(page, product);
    await page.goto(`/library/${id}?tab=notes`);
    const field = page.getByRole('textbox', { name: 'Notizen zur Sitzung' });
    await expect(field).toBeVisible();
    await product.stop();
    await field.pressSequentially('Ohne Leitung geschrieben');
    await page.waitForTimeout(1_000);
    const cdp = await context.newCDPSession(page);
    cdp.send('Page.crash').catch(() => {});
    await page.waitForEvent('crash');
    await page.close();
    await product.start();
    const again = await context.newPage();
    await again.goto(`/library/${id}?tab=notes`);
    await expect(again.getByRole('textbox', { name: 'Notizen zur Sitzung' })).toHaveValue(
      'Ohne Leitung geschrieben',
    );
    await expect.poll(async () => (await detail()).notes.text).toBe('Ohne Leitung geschrieben');
  },
);
