import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from './product.ts';

type Where = { within?: string };

/**
 * Returns the violations that axe finds in the page. The live region of the component library is left out, because its elements
 * are empty until they announce something.
 */
export async function faultsOf(page: Page, { within, rules }: Where & { rules?: string[] } = {}) {
  // Axe must judge final colours. A transition of what is not drawn (`content-visibility`) would never end by itself.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
  // One page without frames needs no second, blank one for the report, which each analysis would open.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-live-announcer]');
  if (within) axe.include(within);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The same in light and dark: everything once, and in the other scheme what a scheme changes, the colours. */
export async function faultsInBoth(page: Page, where: Where = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await faultsOf(page, { ...where, rules: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...dark.map((fault) => `dark ${fault}`), ...(await faultsOf(page, where))];
}

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
