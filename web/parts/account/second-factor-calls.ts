import type { LoginResponse } from '#api/contract/auth.ts';
import type {
  Factor,
  FactorProof,
  NewPasskey,
  NewTotp,
  PasskeyAttestation,
  PasskeyRequest,
  RecoveryCodes,
  RemovedFactor,
  SecondFactor,
} from '#api/contract/second-factor.ts';
import { api } from '#web/lib/http.ts';

/** Calls about the second factor. Each throws `ApiError`. */

const calls = api.v1.user['second-factor'];
const interaction = api.auth.interaction[':uid'];

/** Sends the second factor of a sign-in. Returns the address of the next step. */
export async function signInWithFactor(uid: string, factor: Factor): Promise<LoginResponse> {
  return (await interaction.factor.$post({ param: { uid }, json: { factor } })).json();
}

export async function signInPasskeyRequest(uid: string): Promise<PasskeyRequest> {
  return (await interaction.passkey.$post({ param: { uid } })).json();
}

export async function readSecondFactor(signal: AbortSignal): Promise<SecondFactor> {
  return (await calls.$get({}, { init: { signal } })).json();
}

export async function proofPasskeyRequest(): Promise<PasskeyRequest> {
  return (await calls['passkey-request'].$post()).json();
}

export async function beginTotp(proof: FactorProof): Promise<NewTotp> {
  return (await calls.totp.$post({ json: proof })).json();
}

export async function confirmTotp(id: string, code: string): Promise<RecoveryCodes> {
  return (await calls.totp.confirm.$post({ json: { id, code } })).json();
}

export async function beginPasskey(proof: FactorProof): Promise<NewPasskey> {
  return (await calls.passkeys.$post({ json: proof })).json();
}

export async function confirmPasskey(name: string, passkey: PasskeyAttestation): Promise<RecoveryCodes> {
  return (await calls.passkeys.confirm.$post({ json: { name, passkey } })).json();
}

export async function renewRecoveryCodes(proof: FactorProof): Promise<RecoveryCodes> {
  return (await calls['recovery-codes'].$post({ json: proof })).json();
}

export async function removeFactor(what: RemovedFactor, proof: FactorProof): Promise<void> {
  await calls.remove.$post({ json: { ...proof, what } });
}
