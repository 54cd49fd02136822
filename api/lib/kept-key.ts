import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readKept, writeKept } from './kept-file.ts';

const keyBytes = 32;

/**
 * A key of this server, made at the first start and kept, so that what it has signed outlasts a restart. A damaged one is made anew: what it
 * had signed must then be signed again.
 */
export function loadKey(dataDir: string, name: 'media' | 'device' | 'recipient'): Buffer {
  const path = join(dataDir, 'keys', `${name}.key`);
  const kept = readKept(path);
  if (kept?.length === keyBytes) return kept;
  const key = randomBytes(keyBytes);
  writeKept(path, key);
  return key;
}
