import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { useOwned } from './use-owned.ts';

test('What a component owns is made once it is shown, replaced with its key, and ends with it', async () => {
  const alive = new Set<string>();
  let shown: string | null = null;
  function Owner({ name }: { name: string }) {
    const owned = useOwned(name, () => {
      alive.add(name);
      return { name, [Symbol.dispose]: () => void alive.delete(name) };
    });
    shown = owned?.name ?? null;
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const show = (name: string) =>
    flushSync(() =>
      root.render(
        <StrictMode>
          <Owner name={name} />
        </StrictMode>,
      ),
    );
  show('a');
  await eventually(() => expect(shown).toBe('a'));
  expect([...alive]).toEqual(['a']);
  show('b');
  await eventually(() => expect(shown).toBe('b'));
  expect([...alive]).toEqual(['b']);
  root.unmount();
  await eventually(() => expect([...alive]).toEqual([]));
});
