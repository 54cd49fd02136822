import type { AuthConfig, TokenResponse } from '#api/contract/auth.ts';

/** What a checked access token says about a person. */
export type Claims = {
  issuer: string;
  sub: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  isEmailVerified: boolean;
};

/** Where and how a host signs in, for `GET /api/auth/config`. */
export type SignIn = Pick<
  AuthConfig,
  'issuer' | 'authorization_endpoint' | 'end_session_endpoint' | 'client_id' | 'scope'
>;

export type CodeGrant = { code: string; codeVerifier: string; redirectUri: string };

/** An OpenID provider as the API sees it, embedded or external. Hosts are lower case, without a port. */
export type IdentityProvider = {
  /** @throws AppError auth.provider_unreachable */
  configFor(host: string): Promise<SignIn>;
  /** @throws AppError auth.code_rejected, auth.provider_unreachable */
  exchange(grant: CodeGrant, host: string): Promise<TokenResponse>;
  /**
   * Exchanges a refresh token for new tokens; it is used up if the provider rotates tokens. `attempt`: a UUID; the same token
   * with the same attempt gets the same new refresh token again.
   * @throws AppError auth.refresh_rejected, auth.provider_unreachable
   */
  refresh(refreshToken: string, host: string, attempt?: string): Promise<TokenResponse>;
  /** Revokes the family of a refresh token; one that is unknown already is no error. @throws AppError auth.provider_unreachable */
  logout(refreshToken: string, host: string): Promise<void>;
  /** @throws AppError auth.required, auth.token_expired, auth.provider_unreachable */
  verify(accessToken: string, host: string): Promise<Claims>;
};
