import { expect, it } from 'vitest';
import { callsOf, filesOf, type StartPlan } from './start.rules.ts';

const plan: StartPlan = {
  screens: [
    { path: '^/library$', parts: [], files: ['/assets/library.js'] },
    { path: '^/library/', parts: ['session'], files: ['/assets/session.js', '/assets/session.css'] },
  ],
  words: {
    de: { first: '/assets/de-first.js', session: '/assets/de-session.js', rest: '/assets/de-rest.js' },
    it: { first: '/assets/it-first.js', session: '/assets/it-session.js', rest: '/assets/it-rest.js' },
  },
};

it('A screen gets its files and its words, in one language', () => {
  expect(filesOf(plan, '/library', 'de')).toEqual(['/assets/de-first.js', '/assets/library.js']);
  expect(filesOf(plan, '/library/7', 'it')).toEqual([
    '/assets/it-first.js',
    '/assets/it-session.js',
    '/assets/session.js',
    '/assets/session.css',
  ]);
  expect(filesOf(plan, '/admin/domains', 'de')).toEqual(['/assets/de-first.js']);
});

it('A screen begins with the reads that it makes itself', () => {
  const common = ['/api/auth/me', '/api/v1/domain-config'];
  expect(callsOf('/create', '', 50)).toEqual(common);
  expect(callsOf('/library', '', 50)).toEqual([...common, '/api/v1/sessions?page=1&limit=50']);
  expect(callsOf('/library', '?search=rat', 50)).toEqual(common);
  expect(callsOf('/library/0199-a', '?tab=notes', 50)).toEqual([...common, '/api/v1/sessions/0199-a']);
});
