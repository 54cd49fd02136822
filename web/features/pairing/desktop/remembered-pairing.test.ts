import { afterEach, expect, it } from 'vitest';
import { localStore } from '#web/lib/browser-storage.ts';
import { forgetPairing, forgetPairings, rememberedPairing, rememberPairing } from './remembered-pairing.ts';

const later = '2126-11-28T10:00:00.000Z';
afterEach(() => localStore.clear());

it('Each session has its pairing', () => {
  rememberPairing('s1', { id: 'p1', expires_at: later });
  rememberPairing('s2', { id: 'p2', expires_at: later });
  expect([rememberedPairing('s1'), rememberedPairing('s2'), rememberedPairing('s3')]).toEqual([
    'p1',
    'p2',
    null,
  ]);
});

it('Only the pairing that was named is forgotten', () => {
  rememberPairing('s1', { id: 'p2', expires_at: later });
  forgetPairing('s1', 'p1');
  expect(rememberedPairing('s1')).toBe('p2');
  forgetPairing('s1', 'p2');
  expect(rememberedPairing('s1')).toBeNull();
});

it('A pairing that is over is not gone on with', () => {
  localStore.setItem('pairing-s1', JSON.stringify({ id: 'p1', expires_at: '2020-01-01T00:00:00.000Z' }));
  expect(rememberedPairing('s1')).toBeNull();
  expect(localStore.getItem('pairing-s1')).toBeNull();
});

it('All pairings are forgotten, and nothing else', () => {
  localStore.setItem('theme', 'dark');
  rememberPairing('s1', { id: 'p1', expires_at: later });
  rememberPairing('s2', { id: 'p2', expires_at: later });
  forgetPairings();
  expect(Object.keys(localStore)).toEqual(['theme']);
});

it('What is over, or cannot be read, goes with the next one; what others store stays', () => {
  localStore.setItem('theme', 'dark');
  localStore.setItem('pairing-s8', 'no pairing');
  rememberPairing('s9', { id: 'p9', expires_at: '2020-01-01T00:00:00.000Z' });
  expect(rememberedPairing('s8')).toBeNull();
  rememberPairing('s1', { id: 'p1', expires_at: later });
  expect(Object.keys(localStore).toSorted()).toEqual(['pairing-s1', 'theme']);
});
