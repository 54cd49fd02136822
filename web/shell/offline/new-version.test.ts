import { beforeEach, expect, it } from 'vitest';
import { createNewVersion, type NewVersion } from './new-version.ts';

let isBusy: boolean;
let told: number;
let reloads: number;
let version: NewVersion;

beforeEach(() => {
  isBusy = false;
  told = 0;
  reloads = 0;
  version = createNewVersion({ isBusy: () => isBusy, tell: () => told++, reload: () => reloads++ });
});

it('A new version is told once, and the page is renewed at the next screen on which nothing has begun', () => {
  version.onScreen('/library');
  expect([told, reloads]).toEqual([0, 0]);
  version.found();
  version.found();
  version.look();
  expect(told).toBe(1);
  for (const path of ['/create', '/library/s1', '/signin', '/auth/callback']) version.onScreen(path);
  expect(reloads).toBe(0);
  version.onScreen('/library');
  expect(reloads).toBe(1);
});

it('During a recording nothing is told and nothing reloads; afterwards both are done', () => {
  isBusy = true;
  version.found();
  version.look();
  version.onScreen('/library');
  expect([told, reloads]).toEqual([0, 0]);
  isBusy = false;
  version.look();
  version.onScreen('/library');
  expect([told, reloads]).toEqual([1, 1]);
});
