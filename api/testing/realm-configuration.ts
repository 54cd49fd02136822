import { createHash, generateKeyPairSync } from 'node:crypto';
import type { Configuration } from 'oidc-provider';

const routes = '/protocol/openid-connect';
const accessTokenS = 300;

/** Returns the claims of a person. `name` is the user name of their sign-in. */
export const personOf = (realm: string, name: string) => {
  const hash = createHash('sha256').update(`${realm}/${name}`).digest('hex');
  return {
    // The subject has the form of a UUID, as Keycloak's has.
    sub: [8, 4, 4, 4, 12].map((length, at) => hash.slice(at * 12, at * 12 + length)).join('-'),
    preferred_username: name,
    email: `${name}@${realm}.example`,
    email_verified: true,
    given_name: name[0]?.toUpperCase() + name.slice(1),
    family_name: 'Muster',
  };
};
export type RealmPerson = ReturnType<typeof personOf>;

/** Makes the key of a realm. It takes a moment, so all realms of a process share one. */
export const realmKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'realm', alg: 'RS256', use: 'sig' };
};

type Options = {
  realm: string;
  clientId: string;
  /** Origins of the Wortlaut servers that are registered as clients. */
  clients: readonly string[];
  key: object;
  personById(id: string): RealmPerson | undefined;
};

/** Returns the configuration of a realm: addresses, tokens and claims as Keycloak has them. */
export const toRealmConfiguration = ({
  realm,
  clientId,
  clients,
  key,
  personById,
}: Options): Configuration => ({
  clients: [
    {
      client_id: clientId,
      redirect_uris: clients.map((origin) => `${origin}/auth/callback`),
      post_logout_redirect_uris: clients.map((origin) => `${origin}/`),
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: ['of a test'], short: { path: '/', signed: true }, long: { path: '/', signed: true } },
  routes: {
    authorization: `${routes}/auth`,
    token: `${routes}/token`,
    jwks: `${routes}/certs`,
    end_session: `${routes}/logout`,
    userinfo: `${routes}/userinfo`,
    revocation: `${routes}/revoke`,
  },
  scopes: ['openid', 'profile', 'email'],
  claims: {
    openid: ['sub'],
    profile: ['preferred_username', 'given_name', 'family_name'],
    email: ['email', 'email_verified'],
  },
  pkce: { required: () => true },
  issueRefreshToken: () => true,
  rotateRefreshToken: false,
  ttl: { AccessToken: accessTokenS, AuthorizationCode: 60, IdToken: accessTokenS, Interaction: 600 },
  findAccount(_ctx, id) {
    const person = personById(id);
    return person && { accountId: id, claims: () => person };
  },
  extraTokenClaims: ({ oidc }, token) => ({
    // Keycloak's access tokens had the nonce of the sign-in up to version 24.
    nonce: oidc.entities.AuthorizationCode?.nonce,
    ...personById('accountId' in token ? (token.accountId ?? '') : ''),
    typ: 'Bearer',
    azp: clientId,
    session_state: 'grantId' in token ? token.grantId : undefined,
    realm_access: { roles: [`default-roles-${realm}`, 'offline_access', 'clerk'] },
  }),
  formats: {
    customizers: {
      jwt(_ctx, _token, jwt) {
        jwt.header = { ...jwt.header, typ: 'JWT' };
        delete jwt.payload['client_id'];
      },
    },
  },
  interactions: { url: (_ctx, { uid }) => `/realms/${realm}/login-actions/authenticate/${uid}` },
  async loadExistingGrant({ oidc }) {
    const stored = oidc.session?.grantIdFor(clientId);
    const grant =
      (stored && (await oidc.provider.Grant.find(stored))) ||
      new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
    grant.addOIDCScope('openid profile email');
    await grant.save();
    return grant;
  },
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: {
      enabled: true,
      // Keycloak asks before it ends a session that no `id_token_hint` names.
      logoutSource(ctx, form) {
        ctx.body = `<!doctype html><title>Logging out</title><h1>Do you want to log out?</h1>${form}
          <button form="op.logoutForm" name="logout" value="yes">Logout</button>`;
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => 'urn:account',
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: '',
        audience: 'account',
        accessTokenTTL: accessTokenS,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});
