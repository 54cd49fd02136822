import { expect } from '../product.ts';
import type { EngineDriver } from './driver.ts';

/**
 * Finds visible elements in the page by role and accessible name, as people do. It knows the roles and the sources of names
 * that the product uses.
 */
export const finder = `
  const roles = {
    button: 'button, [role=button]', link: 'a[href], [role=link]', tab: '[role=tab]', radio: '[role=radio], input[type=radio]',
    option: '[role=option]', menuitem: '[role=menuitem]', slider: '[role=slider], input[type=range]',
    textbox: 'input:not([type]), input[type=text], input[type=email], input[type=password], textarea, [role=textbox]',
    any: '*',
  };
  const textOf = (element) => (element?.innerText ?? element?.textContent ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => {
    const ids = element.getAttribute('aria-labelledby');
    if (ids) return ids.split(' ').map((id) => textOf(document.getElementById(id))).join(' ').trim();
    const label = element.getAttribute('aria-label');
    if (label) return label;
    if (element.labels?.length) return Array.from(element.labels, textOf).join(' ').trim();
    return textOf(element);
  };
  const isVisible = (element) => element.getClientRects().length > 0 && !element.closest('[inert], [hidden]');
  const find = ({ role, name, isExact }) => Array.from(document.querySelectorAll(roles[role])).find((element) => {
    const own = nameOf(element);
    const isSo = isExact ? own === name : own.includes(name);
    return isSo && (isVisible(element) || element.matches('input'));
  });
`;

type Named = { role: string; name: string; isExact?: boolean };

/** Runs `body` in the page, with \`find\` at hand, until it returns something truthy. */
async function until<T>(driver: EngineDriver, what: string, body: string, input: unknown): Promise<T> {
  let value: T | null = null;
  const isSo = async () => {
    value = await driver.run<T | null>(finder + body, input).catch(() => null);
    return Boolean(value);
  };
  await expect
    .poll(isSo, { message: what })
    .toBe(true)
    .catch(async (error: unknown) => {
      const shown = await driver.run<string>(finder + 'return textOf(document.body);').catch(String);
      throw new Error(`The page has not shown ${what}. It shows: ${shown.slice(0, 2_000)}`, { cause: error });
    });
  return value as T;
}

/** Opens an address, and waits until the page's script has shown something. */
export async function open(driver: EngineDriver, url: string): Promise<void> {
  await driver.goto(url);
  await until(driver, `something at ${url}`, `return document.querySelector('main, h1') !== null;`, null);
}

export const see = (driver: EngineDriver, text: string): Promise<boolean> =>
  until(driver, `the text “${text}”`, `return textOf(document.body).includes(input);`, text);

export const isThere = (driver: EngineDriver, named: Named): Promise<boolean> =>
  until(driver, `${named.role} “${named.name}”`, `return find(input) !== undefined;`, named);

export const press = (driver: EngineDriver, role: string, name: string, isExact = false): Promise<boolean> =>
  until(
    driver,
    `${role} “${name}” that can be pressed`,
    `const element = find(input);
     if (!element || element.disabled || element.getAttribute('aria-disabled') === 'true') return false;
     element.focus();
     element.click();
     return true;`,
    { role, name, isExact },
  );

/** Writes into a field as a keyboard does: the field gets the focus, and its content is replaced. */
export const fill = (driver: EngineDriver, name: string, text: string): Promise<boolean> =>
  until(
    driver,
    `a field “${name}”`,
    `const field = find({ role: 'textbox', name: input.name });
     if (!field) return false;
     field.focus();
     field.select?.();
     document.execCommand('insertText', false, input.text);
     return (field.value ?? field.innerText).includes(input.text);`,
    { name, text },
  );

/** Sends a key to the element that has the focus, or to the one that \`selector\` names. */
export const key = (driver: EngineDriver, name: string, selector?: string): Promise<boolean> =>
  until(
    driver,
    `an element for the key ${name}`,
    `const element = input.selector ? document.querySelector(input.selector) : document.activeElement;
     if (!element) return false;
     if (input.selector) element.focus();
     for (const type of ['keydown', 'keyup'])
       element.dispatchEvent(new KeyboardEvent(type, { key: input.name, bubbles: true, cancelable: true }));
     return true;`,
    { name, selector },
  );

/** Returns the path and the query of the page; empty while it leads to another page. */
export const path = (driver: EngineDriver): Promise<string> =>
  driver.run<string>(`return location.pathname + location.search;`).catch(() => '');

/** Value of a slider, from its accessible state. */
export const sliderValue = (driver: EngineDriver, name: string): Promise<number> =>
  driver.run(
    finder + `return Number(find({ role: 'slider', name: input })?.getAttribute('aria-valuenow'));`,
    name,
  );

export const textIn = (driver: EngineDriver, selector: string): Promise<string> =>
  driver.run(finder + `return textOf(document.querySelector(input));`, selector);
