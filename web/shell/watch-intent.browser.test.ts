import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, expect, it } from 'vitest';
import { createScope } from '#web/lib/scope.ts';
import { watchIntent } from './watch-intent.ts';

const scopes: Disposable[] = [];
afterEach(() => {
  for (const scope of scopes.splice(0)) scope[Symbol.dispose]();
  document.body.replaceChildren();
});

/** Watches a page with these links. Returns the paths whose screens were loaded. */
function watch(html: string): string[] {
  const loaded: string[] = [];
  const scope = createScope();
  scopes.push(scope);
  const router = {
    getMatchedRoutes: (path: string) => [[{ path }], {}, undefined],
    loadRouteChunk: async ({ path }: { path: string }) => {
      loaded.push(path);
      throw new TypeError('offline');
    },
  };
  watchIntent(router as unknown as AnyRouter, scope);
  document.body.innerHTML = html;
  return loaded;
}

const point = (selector: string) =>
  document.querySelector(selector)!.dispatchEvent(new Event('pointerover', { bubbles: true }));

it('loads the screen of a link once, when the pointer or the focus comes to it', () => {
  const loaded = watch('<a href="/library/1"><b>one</b></a> <a id="other" href="/create">new</a>');
  point('b');
  point('b');
  document.querySelector<HTMLElement>('#other')!.focus();
  expect(loaded).toEqual(['/library/1', '/create']);
});

it('leaves links to other places and what is no link alone', () => {
  const loaded = watch('<a id="away" href="https://example.org/create">away</a> <button>no link</button>');
  point('#away');
  point('button');
  expect(loaded).toEqual([]);
});
