import { describe, expect, it } from 'vitest';
import { type Box, chooseTour, placeCard, seenOf } from './tour.rules.ts';

describe('A tour is shown', () => {
  const choice = { offered: 'library', wanted: null, seen: [], mayShow: true } as const;
  it('once for each person', () => {
    expect(chooseTour(choice)).toBe('library');
    expect(chooseTour({ ...choice, seen: ['library'] })).toBeNull();
    expect(chooseTour({ ...choice, seen: ['session'] })).toBe('library');
  });
  it('again if it is asked for, on its own screen', () => {
    expect(chooseTour({ ...choice, seen: ['library'], wanted: 'library' })).toBe('library');
    expect(chooseTour({ ...choice, seen: ['library'], wanted: 'session' })).toBeNull();
  });
  it('never during a recording, nor without a screen', () => {
    expect(chooseTour({ ...choice, mayShow: false, wanted: 'library' })).toBeNull();
    expect(chooseTour({ ...choice, offered: null })).toBeNull();
  });
});

it('Whatever a client has written into the config, a tour is not taken for seen by mistake', () => {
  expect(seenOf({ seen_tours: ['library', 3, null] })).toEqual(['library']);
  for (const seen_tours of [undefined, null, 'library', { library: true }])
    expect(seenOf({ seen_tours })).toEqual([]);
});

describe('The card of a tour', () => {
  const view = { width: 1280, height: 800 };
  const card = { width: 350, height: 200 };
  const boxOf = ({ left, top }: { left: number; top: number }, size = card): Box => ({
    left,
    top,
    right: left + size.width,
    bottom: top + size.height,
  });
  const isApart = (a: Box, b: Box) =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

  it('is below its target where there is room, otherwise above', () => {
    const target = { left: 100, top: 100, right: 300, bottom: 150 };
    expect(placeCard({ target, card, view, keepFree: [] })).toEqual({ left: 100, top: 162 });
    const low = { left: 100, top: 700, right: 300, bottom: 750 };
    expect(placeCard({ target: low, card, view, keepFree: [] })).toEqual({ left: 100, top: 488 });
  });

  it('covers neither its target nor what the screen is for', () => {
    const target = { left: 100, top: 100, right: 500, bottom: 150 };
    const action = { left: 100, top: 200, right: 300, bottom: 260 };
    const place = boxOf(placeCard({ target, card, view, keepFree: [action] }));
    expect(isApart(place, target)).toBe(true);
    expect(isApart(place, action)).toBe(true);
  });

  it('stays inside a window of 320 px, and off the button at its lower edge', () => {
    const small = { width: 320, height: 568 };
    const narrow = { width: 296, height: 220 };
    const target = { left: 12, top: 80, right: 308, bottom: 130 };
    const action = { left: 0, top: 490, right: 320, bottom: 568 };
    const at = placeCard({ target, card: narrow, view: small, keepFree: [action] });
    const place = boxOf(at, narrow);
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.right).toBeLessThanOrEqual(small.width);
    expect(place.bottom).toBeLessThanOrEqual(small.height);
    expect(isApart(place, action)).toBe(true);
    expect(isApart(place, target)).toBe(true);
  });

  it('is in a corner without a target', () => {
    expect(placeCard({ target: null, card, view, keepFree: [] })).toEqual({ left: 918, top: 588 });
    const player = { left: 0, top: 700, right: 1280, bottom: 800 };
    expect(placeCard({ target: null, card, view, keepFree: [player] }).top).toBe(12);
  });
});
