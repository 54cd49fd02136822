import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const keyBytes = 32;

/**
 * Reads a secret key of this server, or creates it at the first start. The key is stored so that signatures survive a
 * restart. A damaged key is replaced, which makes earlier signatures invalid. What `factor` has encrypted is lost then.
 */
export function loadSecretKey(
  dataDir: string,
  name: 'media' | 'device' | 'recipient' | 'factor' | 'pairing',
): Buffer {
  const path = join(dataDir, 'keys', `${name}.key`);
  const stored = readPrivateFile(path);
  if (stored?.length === keyBytes) return stored;
  const key = randomBytes(keyBytes);
  writePrivateFile(path, key);
  return key;
}
