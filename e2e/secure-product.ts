/**
 * A server with TLS under a host name, as a phone needs it, and the switches with which a Chromium reaches it: the name leads to a
 * link of its own on loopback, which can be cut, and the certificate of the tests is trusted.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLink, type Link } from './link.ts';
import type { Product } from './product.ts';

const folder = join(import.meta.dirname, 'certificate');
export const secureCertificate = join(folder, 'certificate.pem');
export const secureHost = 'wortlaut.test';
export const secureUrl = `https://${secureHost}`;

/** SHA-256 of the public key, as Chromium wants it. */
const keyHash = createHash('sha256')
  .update(
    new X509Certificate(readFileSync(secureCertificate)).publicKey.export({ type: 'spki', format: 'der' }),
  )
  .digest('base64');
/** Makes Chromium trust the certificate. */
export const trustSwitch = `--ignore-certificate-errors-spki-list=${keyHash}`;

/** Settings of the server. */
export const secureEnv = {
  PUBLIC_URL: secureUrl,
  TLS_CERT: secureCertificate,
  TLS_KEY: join(folder, 'key.pem'),
};

export type SecureWay = { link: Link; switches: readonly string[] };

/** Opens a way for one browser to the server. */
export async function openWay(product: Product): Promise<SecureWay> {
  const link = await createLink();
  link.to(product.url);
  const { port } = new URL(link.url);
  return {
    link,
    switches: [`--host-resolver-rules=MAP ${secureHost} 127.0.0.1:${port}`, trustSwitch],
  };
}
