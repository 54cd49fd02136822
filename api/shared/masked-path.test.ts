import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maskedPath } from './masked-path.ts';

it.each([
  ['/', '/'],
  ['', '/'],
  ['/library/', '/library'],
  ['/library/0f8b2b5e-7d2f-4a55-9a41-5d4f1f6f0001', '/library/:id'],
  ['/library/0f8b2b5e?tab=notes#segment', '/library/:id'],
  ['/library?search=Hans+Muster&text=Krebs', '/library'],
  ['/auth/callback?code=abc&state=x&session_state=y', '/auth/callback'],
  ['/auth/callback#code=abc', '/auth/callback'],
  ['/pair/4711', '/pair/:id'],
  ['/Hans Muster/library', '/:id/library'],
  ['/%6Cibrary', '/:id'],
  ['//evil.example/library', '/:id/library'],
  ['/1/2/3/4/5/6/7/8', '/:id/:id/:id/:id'],
])('The page view of %s is %s', (address, masked) => {
  expect(maskedPath(address)).toBe(masked);
  expect(maskedPath(masked)).toBe(masked);
});

it('Every screen of the page keeps its path', () => {
  const routes = readFileSync(join(import.meta.dirname, '../../web/routes.tsx'), 'utf8');
  const paths = [...routes.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(8);
  const isId = (part: string) => part.startsWith('$');
  for (const path of paths) {
    const wanted = path.split('/').map((part) => (isId(part) ? ':id' : part));
    expect(maskedPath(path)).toBe(wanted.join('/'));
  }
});
