import './schema-mode.ts';
import { config } from 'zod';
import { expect, it } from 'vitest';

it('zod takes the configuration of the page', () => {
  expect(config()).toMatchObject({ jitless: true });
});
