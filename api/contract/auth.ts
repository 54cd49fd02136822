import { z } from 'zod';
import { limits } from './limits.ts';
import { toOneLine } from './one-line.ts';
import { factorsAskedSchema } from './second-factor.ts';
import { quotaSchema } from './upload.ts';

/** Answer of `GET /api/auth/config`: how people sign in on this host. */
export const authConfigSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  end_session_endpoint: z.string().nullable(),
  client_id: z.string(),
  scope: z.string(),
  /** Whether the identity provider is the embedded one. Its sign-in form is the page `/signin`. */
  embedded: z.boolean(),
  register: z.boolean(),
  /** Whether this host resets a password by mail. */
  reset: z.boolean(),
  /** Account of a demo installation, with which the page signs in on one click. Null on other installations. */
  demo: z.object({ email: z.string(), password: z.string() }).nullable(),
});
export type AuthConfig = z.infer<typeof authConfigSchema>;

/** Body of `POST /api/auth/token`. */
export const tokenRequestSchema = z.object({
  code: z.string().min(1),
  code_verifier: z.string().min(43).max(128),
  redirect_uri: z.url(),
  /** The `nonce` that the page sent to the provider. The ID token must have the same (OpenID Connect Core 1.0, 3.1.3.7). */
  nonce: z.string().min(1).max(128).optional(),
});

export const refreshRequestSchema = z.object({ refresh_token: z.string().min(1) });

/** All attempts at one refresh send the same key, so that a lost answer can be repeated. */
export const refreshHeaderSchema = z.object({ 'idempotency-key': z.uuid().optional() });

/** `expires_in` is in seconds. If the answer to a refresh has no refresh token, the one that was sent stays valid. */
export const tokenResponseSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;

export const userConfigSchema = z.looseObject({
  preferred_language: z.enum(['de', 'en', 'fr', 'it']).optional(),
});
export type UserConfig = z.infer<typeof userConfigSchema>;

/** Answer of `POST /api/user/config`: the stored config. */
export const userConfigResponseSchema = z.object({ config: userConfigSchema });

/** Answer of `GET /api/auth/me`. */
export const meSchema = z.object({
  authenticated: z.boolean(),
  user: z.object({
    sub: z.string(),
    preferred_username: z.string(),
    email: z.string(),
    given_name: z.string(),
    family_name: z.string(),
    email_verified: z.boolean(),
  }),
  userDb: z.object({
    /** Id of the person in this database, as in `user_id` of a session. */
    id: z.string(),
    config: userConfigSchema,
    /** Whether the present address is confirmed, by a mail of ours or by the word of the provider. Sharing needs it. */
    is_verified: z.boolean(),
    is_superuser: z.boolean(),
    /** Bytes that the person uses and may use; null if there is no limit. */
    quota: quotaSchema.nullable(),
  }),
});
export type Me = z.infer<typeof meSchema>;

const email = z.email().max(254);

/** Body of `POST /api/auth/interaction/{uid}/login`: the sign-in form of the embedded provider. */
export const loginRequestSchema = z.object({
  email,
  password: z.string().min(1).max(limits.maxPasswordLength),
});

/** Body of `POST /api/auth/interaction/{uid}/register`. */
export const registerRequestSchema = z.object({
  email,
  password: z.string().min(limits.minPasswordLength).max(limits.maxPasswordLength),
  given_name: z.string().overwrite(toOneLine).min(1).max(100),
  family_name: z.string().overwrite(toOneLine).min(1).max(100),
});

/** Address of the next step in the provider's flow. */
export const interactionResponseSchema = z.object({ redirect_to: z.string() });

/**
 * Answer of `POST /api/auth/interaction/{uid}/login`. With `factors` nobody is signed in yet: a second factor is asked for, and
 * `redirect_to` leads back to the form.
 */
export const loginResponseSchema = interactionResponseSchema.extend({
  factors: factorsAskedSchema.optional(),
});
export type LoginResponse = z.infer<typeof loginResponseSchema>;
