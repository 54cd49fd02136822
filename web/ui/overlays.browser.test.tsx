import { useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Dialog } from './dialog.tsx';
import { loadOverlays, provideOverlayLoader, useOverlays } from './overlays.ts';

test('Code that arrives between the drawing of a component and its effects is not missed', async () => {
  const code = await import('./overlay-parts.tsx');
  const arrives = Promise.withResolvers<typeof code>();
  provideOverlayLoader(() => arrives.promise);
  void loadOverlays();
  function Asking() {
    const parts = useOverlays(true);
    useLayoutEffect(() => arrives.resolve(code), []);
    return <p>{parts ? 'there' : 'waiting'}</p>;
  }
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(<Asking />);
  await expect.element(page.getByText('there')).toBeVisible();
  root.unmount();
  element.remove();
});

test('Escape closes the topmost dialog also where nothing has the focus', async () => {
  await loadOverlays();
  const closed: string[] = [];
  function Two() {
    const [isAsking, setAsking] = useState(true);
    return (
      <Dialog isOpen onClose={() => closed.push('outer')} title="Outer">
        <Dialog
          isOpen={isAsking}
          onClose={() => {
            closed.push('inner');
            setAsking(false);
          }}
          title="Inner"
        >
          <button>press</button>
        </Dialog>
      </Dialog>
    );
  }
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(<Two />);
  await expect.element(page.getByRole('button', { name: 'press' })).toBeVisible();
  const escape = () =>
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  (document.activeElement as HTMLElement).blur();
  expect(document.activeElement).toBe(document.body);
  escape();
  await expect.element(page.getByRole('dialog', { name: 'Inner' })).not.toBeInTheDocument();
  expect(closed).toEqual(['inner']);
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('dialog');
  (document.activeElement as HTMLElement).blur();
  escape();
  expect(closed).toEqual(['inner', 'outer']);
  root.unmount();
  element.remove();
});
