import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
