import type { AuthConfig, TokenResponse } from '#api/contract/auth.ts';

export type Claims = {
  issuer: string;
  sub: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  isEmailVerified: boolean;
};

/** Sign-in settings of a host, as `GET /api/auth/config` answers them. */
type SignIn = Pick<
  AuthConfig,
  'issuer' | 'authorization_endpoint' | 'end_session_endpoint' | 'client_id' | 'scope'
>;

type CodeGrant = { code: string; codeVerifier: string; redirectUri: string };

/** An OpenID provider, embedded or external. Hosts are in lower case and without a port. */
export type IdentityProvider = {
  /** @throws AppError auth.provider_unreachable */
  configFor(host: string): Promise<SignIn>;
  /** @throws AppError auth.code_rejected, auth.provider_unreachable */
  exchange(grant: CodeGrant, host: string): Promise<TokenResponse>;
  /**
   * Exchanges a refresh token for new tokens. The provider may send a new refresh token. A repeated request with the
   * same token and the same `attempt`, a UUID, gets the same new refresh token.
   * @throws AppError auth.refresh_rejected, auth.provider_unreachable
   */
  refresh(refreshToken: string, host: string, attempt?: string): Promise<TokenResponse>;
  /**
   * Revokes a refresh token and all tokens of its family. An unknown token is no error. @throws AppError
   * auth.provider_unreachable
   */
  logout(refreshToken: string, host: string): Promise<void>;
  /** @throws AppError auth.required, auth.token_expired, auth.provider_unreachable */
  verify(accessToken: string, host: string): Promise<Claims>;
};
