import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Menu, MenuItem } from './menu.tsx';
import { loadedOverlays, provideOverlayLoader } from './overlays.ts';

let root: Root;
let element: HTMLElement;
const chosen = vi.fn<() => void>();

beforeEach(() => {
  chosen.mockClear();
  element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
  root.render(
    <Menu label="Mehr" trigger="…">
      <MenuItem textValue="Umbenennen" onAction={chosen}>
        Umbenennen
      </MenuItem>
    </Menu>,
  );
});
afterEach(() => {
  root.unmount();
  element.remove();
});

const button = page.getByRole('button', { name: 'Mehr' });
const item = page.getByRole('menuitem', { name: 'Umbenennen' });

test('A menu whose code comes late opens when it is there, and gives the focus back', async () => {
  const goes = Promise.withResolvers<void>();
  provideOverlayLoader(async (load) => {
    await goes.promise;
    return load();
  });
  await userEvent.click(button);
  expect(item.elements()).toHaveLength(0);
  expect(loadedOverlays()).toBeNull();
  goes.resolve();
  await expect.element(item).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await userEvent.click(button);
  await userEvent.click(item);
  expect(chosen).toHaveBeenCalledOnce();
});

test('A menu whose code is there opens at once, by key too', async () => {
  await expect.element(button).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledOnce();
});
