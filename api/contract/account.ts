import { z } from 'zod';
import { limits } from './limits.ts';

/**
 * Accounts of the embedded provider (§10.5). Everything here that needs a password, and the list of sign-ins, answers 409
 * `auth.not_local` to people of another provider, except the confirmation of an address, which is for everybody.
 */

const email = z.email().max(254);
const newPassword = z.string().min(limits.minPasswordLength).max(limits.maxPasswordLength);
const presentPassword = z.string().min(1).max(limits.maxPasswordLength);

/** Secret of a link, which stands behind the `#` of its address: 256 random bits in base64url. */
const linkToken = z.string().regex(/^[\w-]{43}$/);

/** Paths of the page that links lead to, below `PUBLIC_URL`. */
export const linkPaths = { reset: '/reset', confirm: '/confirm' } as const;

/** Body of `POST /api/auth/forgot`. The answer is the same for every address. */
export const forgotSchema = z.object({ email });

/** Body of `POST /api/auth/reset`: the secret of the link and the new password. */
export const resetSchema = z.object({ token: linkToken, password: newPassword });

/** Body of `POST /api/auth/confirm`. It needs no sign-in, because a mail may be opened on another device. */
export const confirmSchema = z.object({ token: linkToken });

/** Answer of `POST /api/v1/admin/domains/{host}/people/{id}/reset-link`. The address is shown once. */
export const resetLinkSchema = z.object({ url: z.string(), expires_at: z.iso.datetime() });
export type ResetLink = z.infer<typeof resetLinkSchema>;

/** Body of `POST /api/v1/user/password`. */
export const changePasswordSchema = z.object({ current: presentPassword, password: newPassword });

/** Body of `POST /api/v1/user/close`. */
export const closeAccountSchema = z.object({ password: presentPassword });

/** One sign-in of the person: a browser that holds tokens. */
export const signInSchema = z.object({
  id: z.string(),
  began_at: z.iso.datetime(),
  /** Time of the last request, to some minutes. */
  seen_at: z.iso.datetime(),
  /** Browser and system, such as `Firefox, Windows`; empty if the browser did not say. */
  device: z.string(),
  /** Whether this is the sign-in of the request. */
  current: z.boolean(),
});
export type SignInItem = z.infer<typeof signInSchema>;

/** Answer of `GET /api/v1/user/sign-ins`, the one seen last first. */
export const signInsSchema = z.object({ sign_ins: z.array(signInSchema) });
export type SignIns = z.infer<typeof signInsSchema>;
