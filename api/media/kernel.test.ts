import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StartError } from '#api/lib/start-error.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { requireKernel } from './kernel.ts';

it('says what to do where nothing has been built', async () => {
  const dir = await testFolder();
  const start = () => requireKernel(dir);
  expect(start).toThrow(StartError);
  expect(start).toThrow(
    `${join(dir, 'kernel-relaxed.wasm')} is missing: run "npm run build" once, then start again.`,
  );
});

it('is content with a build', () => {
  expect(() => requireKernel()).not.toThrow();
});
