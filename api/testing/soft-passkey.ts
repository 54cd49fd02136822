import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '#api/contract/second-factor.ts';

const base64Url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const uint16 = (value: number): Buffer => uint32(value).subarray(2);

/** Bits of the flags in what an authenticator signs (WebAuthn, 6.1). */
const present = 0x01;
const withKey = 0x40;

export type SoftPasskey = ReturnType<typeof createSoftPasskey>;

/** Creates an authenticator in software, with a key on P-256, that answers as a browser at this origin does. */
export function createSoftPasskey(origin: string, rpId = new URL(origin).hostname) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string, at: string): string =>
    base64Url(JSON.stringify({ type: `webauthn.${type}`, challenge, origin: at, crossOrigin: false }));
  const head = (flags: number): Buffer =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), uint32(counter)]);
  /** The public key in COSE: key type EC2, algorithm ES256, curve P-256, coordinates. */
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    id: base64Url(id),

    /** Answers a request for a new passkey. `at` is the origin that the browser names. */
    attest(challenge: string, at = origin): PasskeyAttestation {
      const data = Buffer.concat([head(present | withKey), Buffer.alloc(16), uint16(id.length), id, coseKey]);
      // CBOR: a map of fmt, attStmt and authData.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from('59', 'hex'),
        uint16(data.length),
        data,
      ]);
      return {
        id: base64Url(id),
        client_data: clientData('create', challenge, at),
        attestation: base64Url(attestation),
        transports: ['internal'],
      };
    },

    /** Signs a challenge. Each signature has the next counter, or `count`. */
    assert(challenge: string, { at = origin, count = counter + 1 } = {}): PasskeyAssertion {
      counter = count;
      const client_data = clientData('get', challenge, at);
      const data = head(present);
      const signed = Buffer.concat([data, sha256(Buffer.from(client_data, 'base64url'))]);
      return {
        id: base64Url(id),
        client_data,
        authenticator_data: base64Url(data),
        signature: base64Url(sign('sha256', signed, privateKey)),
      };
    },
  };
}
