import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from './product.ts';

type Where = { within?: string };

/**
 * Returns axe's violations in the page. Excludes the component library's live region, whose elements are empty until they
 * announce something.
 */
export async function faultsOf(page: Page, { within, rules }: Where & { rules?: string[] } = {}) {
  // Axe must judge final colours; a transition in undrawn content (`content-visibility`) never ends by itself.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
  // Legacy mode saves the blank page that axe otherwise opens for each report; the page has no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('[data-live-announcer]');
  if (within) axe.include(within);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Checks all rules in the light scheme, and contrast in both. */
export async function faultsInBoth(page: Page, where: Where = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await faultsOf(page, { ...where, rules: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...dark.map((fault) => `dark ${fault}`), ...(await faultsOf(page, where))];
}

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
