import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from './product.ts';

type Where = { within?: string };

/**
 * Returns the violations that axe finds in the page. The live region of the component library is left out, because its elements
 * are empty until they announce something.
 */
export async function faultsOf(page: Page, { within, rules }: Where & { rules?: string[] } = {}) {
  // Axe has to judge final colours, and a transition in content that is not drawn (`content-visibility`) never ends by itself.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
  // In legacy mode axe opens no blank page for each report. The page has no frames, so nothing is missed.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-live-announcer]');
  if (within) axe.include(within);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Checks all rules in the light scheme, and the contrast in the dark scheme too. */
export async function faultsInBoth(page: Page, where: Where = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await faultsOf(page, { ...where, rules: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...dark.map((fault) => `dark ${fault}`), ...(await faultsOf(page, where))];
}

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
