import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const keysSchema = z.object({
  /** Signs id and access tokens; private JWK, P-256. */
  signing: z.object({ kty: z.literal('EC'), crv: z.string(), x: z.string(), y: z.string(), d: z.string() }),
  /** Signs the provider's cookies. */
  cookies: z.array(z.string().min(32)).min(1),
});
export type ProviderKeys = z.infer<typeof keysSchema>;

/** Reads the keys of the embedded provider, or makes them at the first start (readable by the server's user alone). */
export function loadProviderKeys(path: string): ProviderKeys {
  try {
    return keysSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = keysSchema.parse({
    signing: privateKey.export({ format: 'jwk' }),
    cookies: [randomBytes(32).toString('base64url')],
  });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify(keys), { mode: 0o600, flag: 'wx', flush: true });
  return keys;
}
