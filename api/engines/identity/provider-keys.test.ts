import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { StartError } from '#api/lib/start-error.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { loadProviderKeys } from './provider-keys.ts';

const pathWith = async (content: string) => {
  const path = join(await testFolder(), 'keys/oidc.json');
  mkdirSync(dirname(path));
  writeFileSync(path, content);
  return path;
};

const noKey = JSON.stringify({
  signing: { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', d: 'AAAA' },
  cookies: ['x'.repeat(40)],
});

it('The keys are made once and kept', async () => {
  const path = join(await testFolder(), 'keys/oidc.json');
  expect(loadProviderKeys(path)).toEqual(loadProviderKeys(path));
});

it('An empty file, as a kill at the first start left it, is made anew', async () => {
  const path = await pathWith('');
  const keys = loadProviderKeys(path);
  expect(keys.signing.kty).toBe('EC');
  expect(loadProviderKeys(path)).toEqual(keys);
});

it.each(['{"signing":{"kty":"EC","crv"', '{"signing":{}}', 'null', noKey])(
  'A damaged file (%s) is not replaced: who signed in by it would be signed out',
  async (content) => {
    const path = await pathWith(content);
    expect(() => loadProviderKeys(path)).toThrow(StartError);
    expect(() => loadProviderKeys(path)).toThrow(
      `${path} is damaged. Put it back from a backup, or remove it`,
    );
  },
);
