import type { CDPSession } from '@playwright/test';
import { expect, type Page } from './product.ts';

type Found = { id: number; name: string };

/** Reads and operates a page as a screen reader does: only by the roles and names of Chromium’s accessibility tree. */
export type Tree = {
  /** Waits for a node with this ARIA role and accessible name. Returns its name. */
  find(role: string, name: string | RegExp): Promise<string>;
  /** Returns the accessible names of all nodes with this ARIA role. */
  names(role: string): Promise<string[]>;
  /** Runs the default action of a node, without a pointer or a key. */
  press(role: string, name: string | RegExp): Promise<void>;
  /** Focuses a text field and replaces its text. */
  write(role: string, name: string | RegExp, text: string): Promise<void>;
};

async function nodesOf(cdp: CDPSession, role: string): Promise<Found[]> {
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  return nodes.flatMap((node) =>
    node.ignored || node.role?.value !== role || node.backendDOMNodeId === undefined
      ? []
      : [{ id: node.backendDOMNodeId, name: String(node.name?.value ?? '') }],
  );
}

const fits = (name: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name);

/** Opens the accessibility tree of a page. It stays valid when the page shows another screen. */
export async function openTree(page: Page): Promise<Tree> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('Accessibility.enable');

  async function wait(role: string, name: string | RegExp): Promise<Found> {
    let found: Found | undefined;
    await expect
      .poll(
        async () => {
          found = (await nodesOf(cdp, role)).find((node) => fits(node.name, name));
          return found !== undefined;
        },
        { message: `${role} ${String(name)}` },
      )
      .toBe(true);
    return found!;
  }
  async function call({ id }: Found, code: string): Promise<void> {
    const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: id });
    // Browsers treat a default action that assistive technology runs as an action of the person (user activation).
    await cdp.send('Runtime.callFunctionOn', {
      objectId: object.objectId!,
      functionDeclaration: code,
      userGesture: true,
    });
  }
  return {
    find: async (role, name) => (await wait(role, name)).name,
    names: async (role) => (await nodesOf(cdp, role)).map(({ name }) => name),
    async press(role, name) {
      await call(await wait(role, name), 'function () { this.click(); }');
    },
    async write(role, name, text) {
      const field = await wait(role, name);
      await cdp.send('DOM.focus', { backendNodeId: field.id });
      await call(field, 'function () { this.select(); }');
      await cdp.send('Input.insertText', { text });
    },
  };
}
