import { expect, test } from 'vitest';
import { orphansOf } from './orphan-uploads.rules.ts';
import { keptOf } from '#web/features/recording/recording-doubles.ts';

const upload = (
  id: string,
  change: { mode?: 'record' | 'upload'; offset?: number; session_id?: string } = {},
) => ({
  id,
  mode: 'record' as const,
  offset: 80_000,
  session_id: `s-${id}`,
  ...change,
});

test('Recordings that only the server has are offered; files, empty uploads and those of this device are not', () => {
  const uploads = [
    upload('gone'),
    upload('file', { mode: 'upload' }),
    upload('empty', { offset: 400 }),
    upload('here'),
    upload('running', { session_id: 'live' }),
  ];
  const kept = [keptOf({ uploadUrl: '/api/v1/uploads/here' })];
  expect(orphansOf(uploads, kept, new Set(['live'])).map(({ id }) => id)).toEqual(['gone']);
});
