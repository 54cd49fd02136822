/**
 * Takes a picture of every screen in four languages, light and dark, on a phone and on a desktop. Some pictures are taken at a
 * zoom of 400 %, or with forced colours. Each layout is measured, and axe examines the German and English ones. The pictures
 * are stored in `test-results/screens`. `SCREENS` is a part of the names of the wanted screens, `SCREENS_IN` a part of the names
 * of the wanted ways, such as `de-dark-390`.
 */
import { join } from 'node:path';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { languages } from '#web/i18n/languages.ts';
import { faultsOf } from '../axe.ts';
import { expect, withOwnServer } from '../product.ts';
import { layoutFaults } from './measure.ts';
import { screens, type Screen } from './screens.ts';
import { createWorld, type World } from './world.ts';

const folder = join(import.meta.dirname, '../../test-results/screens');
const desktop = { width: 1280, height: 800 };
const sizes = [desktop, { width: 390, height: 844 }];
/** A desktop of 1280 by 1024 px at 400 % (WCAG 1.4.10). */
const enlarged = { width: 320, height: 256 };

/** A language and the settings of a browser with which all screens are opened. */
type Way = {
  name: string;
  language: string;
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
  forcedColors?: 'active';
};

const ways: Way[] = [
  ...languages.flatMap((language) =>
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      sizes.map((viewport) => ({
        name: `${language}-${colorScheme}-${viewport.width}`,
        language,
        colorScheme,
        viewport,
      })),
    ),
  ),
  { name: 'de-enlarged', language: 'de', colorScheme: 'light', viewport: enlarged },
  { name: 'fr-enlarged', language: 'fr', colorScheme: 'light', viewport: enlarged },
  { name: 'de-forced', language: 'de', colorScheme: 'dark', viewport: desktop, forcedColors: 'active' },
];

const test = withOwnServer().extend<object, { world: World }>({
  world: [async ({ product }, use) => use(await createWorld(product)), { scope: 'worker' }],
});

const wanted = screens.filter(({ name }) => name.includes(process.env['SCREENS'] ?? ''));

for (const { name: way, language, ...look } of ways) {
  if (!way.includes(process.env['SCREENS_IN'] ?? '')) continue;
  test(way, async ({ browser, product, world }) => {
    const faults: string[] = [];
    const visit = async ({ name, who, open, isWaiting = false, hasTour = false }: Screen) => {
      const context = await browser.newContext({
        baseURL: product.url,
        ...look,
        locale: language,
        permissions: ['microphone'],
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const tokens = who === 'nobody' ? null : await createTestBrowser(product.url).signIn(world[who]);
      await page.addInitScript(
        ([given, chosen, seenTours]) => {
          localStorage.setItem('preferredLanguage', chosen);
          localStorage.setItem('seenTours', seenTours);
          if (!given) return;
          localStorage.setItem('access_token', given.access_token);
          localStorage.setItem('refresh_token', given.refresh_token);
          localStorage.setItem('token_expires_at', String(Date.now() + given.expires_in * 1000));
        },
        [tokens, language, hasTour ? '[]' : '["library","recording","session"]'] as const,
      );
      await open({ page, world, language });
      await expect(page.locator('main')).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      // A screen that waits for a result polls the server, so its network is never idle.
      if (!isWaiting) {
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await page.waitForLoadState('networkidle');
      }
      await page.screenshot({ path: join(folder, way, `${name}.png`), fullPage: true });
      const found = await layoutFaults(page);
      const seen = ['de', 'en'].includes(language) ? await faultsOf(page) : [];
      faults.push(...[...found, ...seen].map((fault) => `${name}: ${fault}`));
      await context.close();
    };
    for (const screen of wanted)
      await visit(screen).catch((error: unknown) => faults.push(`${screen.name}: ${String(error)}`));
    expect(faults).toEqual([]);
  });
}
