import { expect, it } from 'vitest';
import { setUp } from '#api/testing/test-results.ts';

it('what became of suggestions is told within bounds', async () => {
  const { app, path, headers } = await setUp();
  const tell = (pad: string) =>
    app.request(`${path}/suggestions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ids: ['none'], state: 'left', pad }),
    });
  expect((await tell('')).status).toBe(200);
  expect((await tell('y'.repeat(300_000))).status).toBe(413);
});
