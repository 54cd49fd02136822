import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text for one owner, in base64url. It can be decrypted with the same key and the same owner only. */
export function seal(key: Buffer, owner: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Returns what was encrypted; null if the key or the owner is another one, or if something was changed. */
export function unseal(key: Buffer, owner: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, ivBytes);
  const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
