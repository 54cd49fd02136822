import type { PasskeyErrorCode } from '#api/contract/errors.ts';
import { passkeyTransports } from '#api/contract/passkey-transports.ts';
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyRequest,
} from '#api/contract/second-factor.ts';
import { log } from '#web/lib/log.ts';
import { passkeyProblem, type PasskeyProblem } from './passkey-support.rules.ts';

/** The browser has not used or made a passkey. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly code: PasskeyErrorCode;
  constructor(code: PasskeyErrorCode, cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Returns why this page cannot use passkeys; null if it can. */
export const passkeyProblemHere = (passkeyOrigin: string | null): PasskeyProblem =>
  passkeyProblem({
    passkeyOrigin,
    origin: location.origin,
    isSecure: isSecureContext,
    hasWebAuthn: typeof PublicKeyCredential === 'function',
  });

/** The package is loaded when somebody uses a passkey. */
const load = () => import('@simplewebauthn/browser');

function toPasskeyError(error: unknown): PasskeyError {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new PasskeyError('passkey.cancelled', error);
  if (name === 'InvalidStateError') return new PasskeyError('passkey.known', error);
  log.warn('account: the browser has not used a passkey', { error: String(error) });
  return new PasskeyError('passkey.failed', error);
}

const toDescriptors = (known: PasskeyRequest['allow']) =>
  known.map(({ id, transports }) => ({ id, type: 'public-key' as const, transports }));

/** Asks the person for a passkey, which signs the challenge. @throws PasskeyError */
export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyAssertion> {
  try {
    const { startAuthentication } = await load();
    const { id, response } = await startAuthentication({
      optionsJSON: {
        challenge: request.challenge,
        rpId: request.rp_id,
        allowCredentials: toDescriptors(request.allow),
        userVerification: 'preferred',
      },
    });
    return {
      id,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
    };
  } catch (error) {
    throw toPasskeyError(error);
  }
}

/** Asks the person to make a passkey. @throws PasskeyError */
export async function makePasskey(wanted: NewPasskey): Promise<PasskeyAttestation> {
  try {
    const { startRegistration } = await load();
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge: wanted.challenge,
        rp: { id: wanted.rp_id, name: 'Wortlaut' },
        user: { id: wanted.user_id, name: wanted.user_name, displayName: wanted.user_name },
        pubKeyCredParams: wanted.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: toDescriptors(wanted.exclude),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
        attestation: 'none',
      },
    });
    const reported: readonly string[] = response.transports ?? [];
    return {
      id,
      client_data: response.clientDataJSON,
      attestation: response.attestationObject,
      transports: passkeyTransports.filter((each) => reported.includes(each)),
    };
  } catch (error) {
    throw toPasskeyError(error);
  }
}
