import { afterEach, expect, test } from 'vitest';
import { localStore } from './browser-storage.ts';
import { formerIdsOf, isTokenOf, rememberPerson } from './token-subject.ts';

afterEach(() => localStore.clear());

const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ iss: 'https://id.example.ch', sub }))}.x`;
const remember = (id: string, sub: string) => rememberPerson(tokenOf(sub), { id, sub });

test('What lies on the device under the id of a person who was joined to another is still found and sent', () => {
  remember('new', 'sub-new');
  remember('bert', 'sub-bert');
  // A superuser has joined this sign-in to the person that there was before.
  remember('old', 'sub-new');
  remember('old', 'sub-new');
  expect(formerIdsOf('old')).toEqual(['new']);
  expect(isTokenOf(tokenOf('sub-new'), 'old')).toBe(true);
  expect(isTokenOf(tokenOf('sub-new'), 'new')).toBe(true);
  expect(isTokenOf(tokenOf('sub-bert'), 'new')).toBe(false);
  expect(isTokenOf(tokenOf('sub-new'), 'bert')).toBe(false);
  expect(formerIdsOf('bert')).toEqual([]);
});
