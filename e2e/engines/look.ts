/** How a screen of a phone looks in an engine: its layout in the sizes of phones, light and dark, and what axe finds. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  faultsOfPlace,
  fingerPx,
  phoneSize,
  phoneSizes,
  placeOf,
  smallTargetsInPage,
  type Place,
} from '../phone-fit.ts';
import { expect } from '../product.ts';
import { faultsInPage, targetPx } from '../screens/measure.ts';
import { finder } from './actions.ts';
import type { EngineDriver } from './driver.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe finds in the page, in the light or in the dark scheme. */
const axeFaults = (driver: EngineDriver, theme: 'light' | 'dark'): Promise<string[]> =>
  driver.run(
    `${axe};
    document.documentElement.dataset.theme = input;
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
    const { violations } = await window.axe.run({ exclude: [['[data-live-announcer]']] });
    delete document.documentElement.dataset.theme;
    return violations.map(({ id, nodes }) => input + ' ' + id + ' ' + nodes.map(({ html }) => html).join(' '));`,
    theme,
  );

/** Makes the page this large, and waits until it is. */
async function resize(driver: EngineDriver, width: number, height: number): Promise<void> {
  await driver.resize(width, height);
  const isSo = () =>
    driver.run<boolean>(`return innerWidth === input[0] && innerHeight === input[1];`, [width, height]);
  await expect.poll(isSo, { message: `a page of ${width} × ${height} px` }).toBe(true);
}

/** Expects the screen to fit phones of all sizes, with this button in view and in reach, and axe to find nothing. */
export async function expectFit(driver: EngineDriver, action: { role: string; name: string }): Promise<void> {
  const faults: string[] = [];
  for (const size of phoneSizes) {
    const [width, height] = size;
    await resize(driver, width, height);
    const found = await driver.run<string[]>(
      `return [...(${faultsInPage})(input[0]), ...(${smallTargetsInPage})(input[1])];`,
      [targetPx, fingerPx],
    );
    const place = await driver.run<Place>(
      `${finder} const element = find(input); return (${placeOf})(element);`,
      action,
    );
    found.push(...faultsOfPlace(place, action.name, size));
    faults.push(...found.map((fault) => `${width} × ${height}: ${fault}`));
  }
  await resize(driver, phoneSize.width, phoneSize.height);
  faults.push(...(await axeFaults(driver, 'light')), ...(await axeFaults(driver, 'dark')));
  expect(faults).toEqual([]);
}
