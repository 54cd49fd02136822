import type { ColumnType, Generated } from 'kysely';
import type { Actor } from './actor.ts';

/** Hosts, people and their accounts. The conventions stand in `schema.ts`. */
type Json = string;
type Flag = ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;

/** Local account of the embedded identity provider. */
export type AccountTable = {
  id: string;
  host: string;
  /** In lower case, unique within the host. */
  email: string;
  given_name: string;
  family_name: string;
  password_hash: string;
  created_at: number;
};

/** A person as the API knows them, from the embedded or an external identity provider. */
export type UserTable = {
  id: string;
  host: string;
  issuer: string;
  sub: string;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  email_verified: Flag;
  is_superuser: Flag;
  is_verified: Flag;
  config: Json;
  created_at: number;
  /** Id of the chosen role; null if none is chosen. It may name a role that the person does not hold any more. */
  role: string | null;
  /** Ids of roles: given by a superuser, and named in the claim of the provider. */
  roles: Generated<Json>;
  claim_roles: Generated<Json>;
  locked: Flag;
  seen_at: number | null;
  /** 1 while what a closed account has left is being deleted. */
  closing: Flag;
  /** When a survey was shown to the person last. */
  survey_at: number | null;
};

/** A further sign-in of a person, beside the one in their row. A superuser has joined it to them. */
export type SignInTable = { host: string; issuer: string; sub: string; user_id: string };

/**
 * The row of a host (§10.23). `key` is what the column `host` of all other tables holds. It never changes, so that a host
 * can be renamed.
 */
export type DomainTable = {
  key: string;
  host: string;
  names: Generated<Json>;
  tags: Json | null;
  config: Generated<Json>;
  limits: Json | null;
  retention: Json | null;
  mp3: Json | null;
  identity: Json | null;
  links: Json | null;
  survey: Json | null;
  app_store: Json | null;
  /** E-mail address of the person who becomes superuser when the provider has confirmed it. */
  first_superuser: string | null;
  /** When `next` of `retention` was announced; null if there is none, or if an older version has announced it. */
  next_announced_at: number | null;
  rev: Generated<number>;
  created_at: number;
};

export type DomainRoleTable = {
  host: string;
  id: string;
  name_de: string;
  name_en: string;
  name_fr: string;
  name_it: string;
  is_default: Flag;
  seq: number;
};

/** An announcement of a host. `title`, `message` and `cta_text` have a text for each language. */
export type AnnouncementTable = {
  id: string;
  host: string;
  type: string;
  title: Json;
  message: Json;
  link: string | null;
  cta_text: Json;
  priority: number;
  starts_at: number | null;
  expires_at: number | null;
  created_at: number;
};

/** A sign-in at the embedded provider. `id` is the id of its grant. */
export type AccountSignInTable = {
  id: string;
  account_id: string;
  began_at: number;
  seen_at: number;
  /** Browser and system; empty if they are not known. */
  device: Generated<string>;
};

/** An authenticator app of an account. `secret` is encrypted. */
export type AccountTotpTable = {
  account_id: string;
  secret: string;
  /** Newest time step whose code was accepted (RFC 6238). */
  last_step: number;
  created_at: number;
  used_at: number | null;
};

/** A passkey that serves as second factor. */
export type AccountPasskeyTable = {
  /** Id of the credential, base64url. */
  id: string;
  account_id: string;
  /** Host that it was made for. */
  rp_id: string;
  /** COSE key, base64url. */
  public_key: string;
  counter: number;
  transports: Generated<Json>;
  name: string;
  created_at: number;
  used_at: number | null;
};

/** A recovery code that was not used yet, as SHA-256, hex. */
export type AccountRecoveryCodeTable = { account_id: string; hash: string };

/** A pending step of the second factor (`api/second-factor/pending.store.ts`). */
export type AccountPendingTable = {
  id: string;
  account_id: string;
  kind: 'password' | 'passkey' | 'totp_new' | 'passkey_new';
  /** The sign-in or begun sign-in that may go on with the step. */
  place: string;
  value: Json;
  expires_at: number;
};

/** The newest link of each kind that a person has got, for a new password or to confirm their address. */
export type AccountLinkTable = {
  host: string;
  user_id: string;
  kind: 'reset' | 'confirm';
  /** SHA-256 of the secret in the link, hex. */
  hash: string;
  /** The account whose password the link sets. Null for a link that confirms. */
  account_id: string | null;
  /** The address of the person when the link was made. */
  email: string;
  /** Who made the link. */
  actor: Actor;
  /** Whether the link went to `email`, so that its use proves the address. */
  is_mailed: Flag;
  expires_at: number;
};

/** Changes that others are told of. A row is written in the transaction of its change, and kept for 30 days. */
export type OutboxTable = {
  id: Generated<number>;
  kind: string;
  host: string;
  user_id: string;
  /** Null if the change is none of a session. A row outlives its session. */
  session_id: string | null;
  actor: Actor;
  payload: Json;
  created_at: number;
};

/** Records of the embedded identity provider: sessions, grants, codes, refresh tokens. */
export type OidcModelTable = {
  kind: string;
  id: string;
  payload: Json;
  grant_id: string | null;
  user_code: string | null;
  uid: string | null;
  consumed_at: number | null;
  expires_at: number | null;
};
