import { z } from 'zod';
import { passkeyTransports } from '#api/contract/passkey-transports.ts';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyTransport } from '#api/contract/second-factor.ts';
import type { PasskeyRow } from './factor.store.ts';
import type { PasskeyPlace } from './passkey-place.rules.ts';

/** Signatures that are accepted (COSE): ES256 and RS256, which together all devices know. */
export const passkeyAlgorithms = [-7, -257];

/**
 * Accepted attestation formats (WebAuthn, section 8). Who made the authenticator does not matter, so no format with a chain
 * of certificates is needed. To check one, the package would fetch any address that a certificate names.
 */
const attestationFormats = new Set(['none', 'packed', 'fido-u2f']);

const clientDataSchema = z.object({ challenge: z.string().min(1).max(200) });

/** Returns the challenge that an answer of a browser names. Empty if it names none. */
export function challengeOf(clientData: string): string {
  try {
    const text = Buffer.from(clientData, 'base64url').toString('utf8');
    return clientDataSchema.parse(JSON.parse(text)).challenge;
  } catch {
    return '';
  }
}

export const transportsOf = ({ transports }: Pick<PasskeyRow, 'transports'>): PasskeyTransport[] => {
  const stored = JSON.parse(transports) as string[];
  return passkeyTransports.filter((each) => stored.includes(each));
};

type NewPasskeyRow = Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'>;

/** Returns the passkey of an attestation; null if that is not what it claims to be. */
export async function readAttestation(
  { id, client_data, attestation, transports }: PasskeyAttestation,
  challenge: string,
  { origin, rpId }: PasskeyPlace,
): Promise<NewPasskeyRow | null> {
  // The package is large, and few servers need it.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const format = decodeAttestationObject(Buffer.from(attestation, 'base64url')).get('fmt');
    if (!attestationFormats.has(format)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: client_data, attestationObject: attestation },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!verified || !registrationInfo || registrationInfo.credential.id !== id) return null;
    const { publicKey, counter } = registrationInfo.credential;
    const public_key = Buffer.from(publicKey).toString('base64url');
    return { id, public_key, counter, transports: JSON.stringify(transports) };
  } catch {
    return null;
  }
}

/** Returns the counter that a passkey has signed; null if the signature, the challenge, the origin or the counter is wrong. */
export async function readAssertion(
  { id, client_data, authenticator_data, signature }: PasskeyAssertion,
  challenge: string,
  passkey: PasskeyRow,
  { origin, rpId }: PasskeyPlace,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
