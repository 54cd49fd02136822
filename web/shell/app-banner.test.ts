import { expect, test } from 'vitest';
import { appBanner } from './app-banner.rules.ts';

const origin = 'https://wortlaut.test';

test.each([
  ['/library/7b1f-a2', 'app-id=123, app-argument=https://wortlaut.test/library/7b1f-a2'],
  ['/library', 'app-id=123, app-argument=https://wortlaut.test/library'],
  ['/', 'app-id=123, app-argument=https://wortlaut.test/library'],
  ['/signin', 'app-id=123, app-argument=https://wortlaut.test/library'],
])('On %s the app is opened with what the page shows, otherwise with the library', (pathname, content) => {
  expect(appBanner('123', pathname, origin)).toBe(content);
});

test.each([null, undefined, '', '123, app-argument=https://evil.test', 'a b'])(
  'An id of %j makes no banner',
  (appId) => {
    expect(appBanner(appId, '/library', origin)).toBeNull();
  },
);
