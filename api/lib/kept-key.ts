import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readKept, writeKept } from './kept-file.ts';

const keyBytes = 32;

/**
 * Reads a secret key of this server, or creates it at the first start. The key is stored so that signatures survive a
 * restart. A damaged key is replaced, which makes earlier signatures invalid.
 */
export function loadKey(dataDir: string, name: 'media' | 'device' | 'recipient'): Buffer {
  const path = join(dataDir, 'keys', `${name}.key`);
  const kept = readKept(path);
  if (kept?.length === keyBytes) return kept;
  const key = randomBytes(keyBytes);
  writeKept(path, key);
  return key;
}
