import { z } from 'zod';
import { limits } from './limits.ts';
import { toOneLine } from './one-line.ts';
import { passkeyTransports } from './passkey-transports.ts';

/**
 * The second factor of accounts of the embedded provider (§10.5). All calls below `/api/v1/user/second-factor` answer 409
 * `auth.not_local` to people of another provider.
 */

/** Number of recovery codes in a set. A new set replaces the former one. */
export const recoveryCodeCount = 10;
/** Number of passkeys that an account may have. */
export const mostPasskeys = 20;

const base64Url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/);
const credentialId = base64Url(1_400);
const transport = z.enum(passkeyTransports);
export type PasskeyTransport = z.infer<typeof transport>;

/** The code of an authenticator app: six digits. People also type it in two groups. */
const totpCode = z
  .string()
  .max(20)
  .overwrite((text) => text.replaceAll(/\s/g, ''))
  .regex(/^\d{6}$/);

/** What a passkey signed (`AuthenticatorAssertionResponse`), in base64url. */
const assertionSchema = z.strictObject({
  id: credentialId,
  client_data: base64Url(4_000),
  authenticator_data: base64Url(4_000),
  signature: base64Url(2_000),
});
export type PasskeyAssertion = z.infer<typeof assertionSchema>;

/** What a new passkey answered (`AuthenticatorAttestationResponse`), in base64url. */
const attestationSchema = z.strictObject({
  id: credentialId,
  client_data: base64Url(4_000),
  attestation: base64Url(30_000),
  transports: z.array(transport).max(transport.options.length),
});
export type PasskeyAttestation = z.infer<typeof attestationSchema>;

/** A proof of the second factor: the code of the app, a recovery code, or what a passkey signed. */
export const factorSchema = z.union([
  z.strictObject({ totp: totpCode }),
  z.strictObject({ recovery: z.string().min(1).max(60) }),
  z.strictObject({ passkey: assertionSchema }),
]);
export type Factor = z.infer<typeof factorSchema>;

/** What a sign-in asks for after the right password of an account with a second factor. */
export const factorsAskedSchema = z.object({
  ways: z.array(z.enum(['totp', 'passkey', 'recovery'])),
  /** Origin at which passkeys work; null if the public address of the server allows none. */
  passkey_origin: z.string().nullable(),
});
export type FactorsAsked = z.infer<typeof factorsAskedSchema>;

/** Body of `POST /api/auth/interaction/{uid}/factor`, after the password was right. */
export const factorSignInSchema = z.strictObject({ factor: factorSchema });

/**
 * Asks a passkey to sign. The answer of `POST /api/auth/interaction/{uid}/passkey` and of
 * `POST /api/v1/user/second-factor/passkey-request`. The challenge can be used once, within some minutes.
 */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  allow: z.array(z.object({ id: z.string(), transports: z.array(transport) })),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** Answer of `GET /api/v1/user/second-factor`. */
export const secondFactorSchema = z.object({
  is_on: z.boolean(),
  totp: z.object({ created_at: z.iso.datetime(), used_at: z.iso.datetime().nullable() }).nullable(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      created_at: z.iso.datetime(),
      used_at: z.iso.datetime().nullable(),
      /** False if the passkey belongs to a former host of the server. Browsers no longer offer it then. */
      is_usable: z.boolean(),
    }),
  ),
  recovery_codes_left: z.number(),
  /** Origin at which passkeys work; null if the public address of the server allows none. */
  passkey_origin: z.string().nullable(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

/** Fields that each change needs: the password, and a factor as soon as one is on (401 `auth.factor_required`). */
const proof = {
  password: z.string().min(1).max(limits.maxPasswordLength),
  factor: factorSchema.optional(),
};

/** Body of the calls that need nothing but the proof. */
export const proofSchema = z.strictObject(proof);
export type FactorProof = z.infer<typeof proofSchema>;

/**
 * Answer of `POST …/totp`: the secret for an authenticator app. The app becomes a second factor when one of its codes
 * was confirmed.
 */
export const newTotpSchema = z.object({
  id: z.string(),
  secret: z.string(),
  /** The secret as an `otpauth:` address, which authenticator apps read from a QR code. */
  uri: z.string(),
});
export type NewTotp = z.infer<typeof newTotpSchema>;

/** Body of `POST …/totp/confirm`. */
export const confirmTotpSchema = z.strictObject({ id: base64Url(64), code: totpCode });

/** Answer of `POST …/passkeys`: what the browser needs to make a passkey. */
export const newPasskeySchema = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  algorithms: z.array(z.number()),
  exclude: z.array(z.object({ id: z.string(), transports: z.array(transport) })),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** Body of `POST …/passkeys/confirm`. */
export const confirmPasskeySchema = z.strictObject({
  name: z.string().overwrite(toOneLine).min(1).max(60),
  passkey: attestationSchema,
});

/** Recovery codes, which are shown once. Null if the account has some already. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()).nullable() });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

/** Body of `POST …/remove`: the app, one passkey, or all. With the last factor the recovery codes go too. */
export const removeFactorSchema = z.strictObject({
  ...proof,
  what: z.union([z.strictObject({ passkey: credentialId }), z.enum(['totp', 'all'])]),
});
export type RemovedFactor = z.infer<typeof removeFactorSchema>['what'];
