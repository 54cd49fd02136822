import { expect, test } from 'vitest';
import { markName, toRulerMarks } from './marker.rules.ts';

test('Markers become flags, warnings and gaps of the ruler, each with a name', () => {
  const markers = [
    { at: 1, kind: 'user' },
    { at: 2, kind: 'warning', code: 'capture.hum' },
    { at: 3, kind: 'gap', code: 'capture.track_ended' },
  ] as const;
  expect(toRulerMarks(markers).map(({ kind }) => kind)).toEqual(['flag', 'caution', 'danger']);
  expect(markers.map((marker) => markName({ code: '', ...marker }))).toEqual(['user', 'hum', 'track_ended']);
});
