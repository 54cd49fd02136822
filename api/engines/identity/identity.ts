import type { AuthConfig, TokenResponse } from '#api/contract/auth.ts';
import type { SignInPlace } from '#api/http/tenant.ts';

export type Claims = {
  issuer: string;
  sub: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  isEmailVerified: boolean;
  /** Ids of the roles that the token's claim stands for, in alphabetical order (§10.24). */
  roles: string[];
  /** Sign-in (grant) that the token belongs to, at the embedded provider. Tokens of other providers name none that we know. */
  signInId?: string;
};

/** Sign-in settings of a host, as `GET /api/auth/config` answers them. */
export type SignIn = Pick<
  AuthConfig,
  'issuer' | 'authorization_endpoint' | 'end_session_endpoint' | 'client_id' | 'scope' | 'embedded'
>;

export type CodeGrant = {
  code: string;
  codeVerifier: string;
  redirectUri: string;
  /** The `nonce` that the ID token must have; undefined if the page sent none. */
  nonce?: string | undefined;
};

type VerifyOptions = {
  /** Whether an expired token counts as valid. This is only to learn whose it is. */
  isExpiredAllowed?: boolean;
};

/** OpenID providers, embedded and external. The place of a call decides which of them is used. */
export type IdentityProvider = {
  /** @throws AppError auth.not_configured, auth.provider_unreachable */
  configFor(at: SignInPlace): Promise<SignIn>;
  /** @throws AppError auth.code_rejected, auth.not_configured, auth.provider_unreachable */
  exchange(grant: CodeGrant, at: SignInPlace): Promise<TokenResponse>;
  /**
   * Exchanges a refresh token for new tokens. The provider may send a new refresh token. A repeated request with the
   * same token and the same `attempt`, a UUID, gets the same new refresh token.
   * @throws AppError auth.refresh_rejected, auth.provider_unreachable
   */
  refresh(refreshToken: string, at: SignInPlace, attempt?: string): Promise<TokenResponse>;
  /**
   * Revokes a refresh token and all tokens of its family. An unknown token is no error. @throws AppError
   * auth.not_configured, auth.provider_unreachable
   */
  logout(refreshToken: string, at: SignInPlace): Promise<void>;
  /** @throws AppError auth.required, auth.token_expired, auth.provider_unreachable */
  verify(accessToken: string, at: SignInPlace, options?: VerifyOptions): Promise<Claims>;
};
