import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '#api/lib/private-file.ts';
import { StartError } from '#api/lib/start-error.ts';

const keysSchema = z.object({
  /** Private key (JWK, P-256) that signs id and access tokens. */
  signing: z.object({ kty: z.literal('EC'), crv: z.string(), x: z.string(), y: z.string(), d: z.string() }),
  cookies: z.array(z.string().min(32)).min(1),
});
export type ProviderKeys = z.infer<typeof keysSchema>;

/**
 * Reads the keys of the embedded provider. At the first start it creates them, readable only by the server's account.
 * @throws StartError if the file is damaged
 */
export function loadProviderKeys(path: string): ProviderKeys {
  const stored = readPrivateFile(path);
  return stored ? parseKeys(stored.toString('utf8'), path) : makeKeys(path);
}

function parseKeys(text: string, path: string): ProviderKeys {
  try {
    const keys = keysSchema.parse(JSON.parse(text));
    // Throws if the values have the right form but are not a valid key.
    createPrivateKey({ key: keys.signing, format: 'jwk' });
    return keys;
  } catch (cause) {
    throw new StartError(
      `${path} is damaged. Put it back from a backup, or remove it: new keys are made then, and everybody signs in again.`,
      { cause },
    );
  }
}

function makeKeys(path: string): ProviderKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = keysSchema.parse({
    signing: privateKey.export({ format: 'jwk' }),
    cookies: [randomBytes(32).toString('base64url')],
  });
  writePrivateFile(path, JSON.stringify(keys));
  return keys;
}
