import { z } from 'zod';
import { domainRowSchema } from './domain.ts';
import { optionDraftsSchema, optionSchema } from './option.ts';

/**
 * Settings of a host as superusers see them (`GET /api/v1/admin/domains[/{host}]`): its row, and its options. `own` is
 * true if the host has options of its own, which replace the shipped ones.
 */
export const adminDomainSchema = domainRowSchema.extend({
  own: z.boolean(),
  options: z.array(optionSchema),
  /** Tags that are in force now (§10.23). */
  effective_tags: z.array(z.string()),
  /** Values that hold where the row has null. */
  defaults: z.object({
    max_upload_bytes: z.number(),
    quota_bytes: z.number().nullable(),
    audio_days: z.number(),
    content_months: z.number(),
    mp3: z.object({ sample_rate: z.number(), bitrate: z.number() }),
  }),
  /** Whether this host has `PUBLIC_URL`. Its superusers make, rename and delete the rows of all hosts. */
  is_public: z.boolean(),
  /** Whether this superuser may change `host`, `names`, `identity` and `limits`, and delete the row. */
  may_name: z.boolean(),
  /** E-mail address of the first superuser, until that person has signed in; null if none is awaited. */
  first_superuser: z.string().nullable(),
  /** Number of people and of sessions of the host. A row with either cannot be deleted. */
  people: z.number().int(),
  sessions: z.number().int(),
  /** Entity tag of everything above that can be changed. A change names it in `If-Match`. */
  etag: z.string(),
});
export type AdminDomain = z.infer<typeof adminDomainSchema>;

/** Answer of `GET /api/v1/admin/domains`. `may_add` is true for superusers of the host of `PUBLIC_URL`. */
export const adminDomainsSchema = z.object({
  domains: z.array(adminDomainSchema),
  may_add: z.boolean(),
});

/**
 * Headers of a change. `If-Match` is the `etag` that was edited; 428 `domain.match_required` if it is missing, 412
 * `domain.changed` with the present state in `domain` if somebody has saved since.
 */
export const domainChangeHeaderSchema = z.object({ 'if-match': z.string().max(500).optional() });

const firstSuperuser = z.email().max(254);

/**
 * Body of `PUT /api/v1/admin/domains/{host}`. A field that is left out stays as it is, so a client that knows the options
 * alone sends them alone. Options are those of the host; null goes back to the shipped ones.
 */
export const putDomainSchema = domainRowSchema.partial().extend({
  options: optionDraftsSchema.nullable().optional(),
  first_superuser: firstSuperuser.nullable().optional(),
});
export type PutDomain = z.infer<typeof putDomainSchema>;

/** Body of `POST /api/v1/admin/domains`: a new host. Fields that are left out have their defaults. */
export const newDomainSchema = putDomainSchema.extend({
  host: domainRowSchema.shape.host,
  first_superuser: firstSuperuser,
});
export type NewDomain = z.infer<typeof newDomainSchema>;

/** A person of a host, as superusers see them. */
export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Ids of the roles that were given by hand. */
  roles: z.array(z.string()),
  /** Ids of the roles that the identity provider gives. They cannot be changed here. */
  claim_roles: z.array(z.string()),
  is_superuser: z.boolean(),
  is_verified: z.boolean(),
  locked: z.boolean(),
  /** Whether an account of the embedded provider has a second factor. */
  second_factor: z.boolean(),
  /** Time of the last request, to the hour (ISO 8601); null if there was none since this is stored. */
  seen_at: z.string().nullable(),
  /** Recorded audio that is stored now: hours and bytes. */
  hours: z.number(),
  bytes: z.number(),
});
export type Person = z.infer<typeof personSchema>;

export const peopleQuerySchema = z.object({
  search: z.string().max(200).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});
/** Answer of `GET …/{host}/people`, sorted by name, 50 a page. */
export const peopleSchema = z.object({ people: z.array(personSchema), hasMore: z.boolean() });

/** Body of `PUT …/{host}/people/{id}`. A field that is left out stays. */
export const putPersonSchema = z.strictObject({
  roles: z.array(z.string().min(1).max(64)).max(100).optional(),
  is_superuser: z.boolean().optional(),
  locked: z.boolean().optional(),
});
export type PutPerson = z.infer<typeof putPersonSchema>;

/** Body of `POST …/{host}/people/{id}/join`: the person whose sign-in becomes one of `{id}`. Their row goes. */
export const joinPersonSchema = z.strictObject({ person_id: z.string().min(1).max(64) });

/** Answer of it. `told` is true if letters to both addresses were accepted; false where no mail is set up. */
export const joinedPersonSchema = z.object({ told: z.boolean() });
export type JoinedPerson = z.infer<typeof joinedPersonSchema>;
