import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { createWithKey } from './creation-key.ts';

function setUp(answers: (string | Error)[]) {
  const calls: string[] = [];
  return {
    calls,
    async create(key: string) {
      calls.push(`create ${key}`);
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async storeKey(key: string) {
      calls.push(`store ${key}`);
    },
  };
}

test('A session is created with the given key', async () => {
  const world = setUp(['s1']);
  expect(await createWithKey('first', world)).toBe('s1');
  expect(world.calls).toEqual(['create first']);
});

test('If the session of the key was deleted, a new key is stored before it creates another session', async () => {
  const world = setUp([new ApiError('session.gone', 410), 's2']);
  expect(await createWithKey('first', world)).toBe('s2');
  const [, stored, created] = world.calls;
  expect(stored).toMatch(/^store [\da-f-]{36}$/);
  expect(created).toBe(stored!.replace('store', 'create'));
});

test('Any other failure is passed on, and so is a second deletion', async () => {
  const refused = new ApiError('request.failed', 500);
  await expect(createWithKey('first', setUp([refused]))).rejects.toBe(refused);
  const gone = new ApiError('session.gone', 410);
  await expect(createWithKey('first', setUp([gone, gone]))).rejects.toBe(gone);
});
