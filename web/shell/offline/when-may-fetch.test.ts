import { expect, it } from 'vitest';
import { isConnectionFree } from './when-may-fetch.ts';

it.each([
  ['of which nothing is told', { onLine: true }, true],
  ['that is fast enough', { onLine: true, connection: { saveData: false, effectiveType: '3g' } }, true],
  ['that saves data', { onLine: true, connection: { saveData: true, effectiveType: '4g' } }, false],
  ['that is very slow', { onLine: true, connection: { effectiveType: '2g' } }, false],
  ['that is slower still', { onLine: true, connection: { effectiveType: 'slow-2g' } }, false],
  ['that is not there', { onLine: false }, false],
])('Over a connection %s the page fetches ahead or not', (_, device, isFree) => {
  expect(isConnectionFree(device)).toBe(isFree);
});
