import { z } from 'zod';
import { isShallow, maxJsonDepth } from './json-depth.ts';
import { isMp3Bitrate, mp3SampleRates } from './mp3-format.ts';

/** Format of the mono mp3 recordings that pages make: sample rate in Hz, bit rate in kbit/s. */
export const mp3FormatSchema = z
  .object({ sample_rate: z.literal(mp3SampleRates), bitrate: z.number() })
  .refine(({ sample_rate, bitrate }) => isMp3Bitrate(sample_rate, bitrate));
export type Mp3Format = z.infer<typeof mp3FormatSchema>;

/** Functions that a host can switch on and off. */
export const functionTags = [
  'roles',
  'survey',
  'dictation',
  'preview',
  'pairing',
  'pairing_quick',
  'share',
  'fact_check',
  'audio_download',
] as const;
export type FunctionTag = (typeof functionTags)[number];

/** True for a tag that switches a function. Other tags of a host are kept as they are. */
export const isFunctionTag = (tag: string): tag is FunctionTag =>
  (functionTags as readonly string[]).includes(tag);

const offWithoutList: ReadonlySet<string> = new Set<FunctionTag>(['roles', 'survey', 'pairing_quick']);

/** Returns the tags in force. `list` is that of the host; null means that it has none. */
export const effectiveTags = (list: readonly string[] | null): readonly string[] =>
  list ?? functionTags.filter((tag) => !offWithoutList.has(tag));

const retentionPeriods = {
  audio_days: z.number().int().min(1).max(3650),
  content_months: z.number().int().min(1).max(240),
};

/** Retention of a host (§10.21). `next` are shorter periods that hold from the day `effective` on, a date in UTC. */
export const domainRetentionSchema = z.strictObject({
  ...retentionPeriods,
  next: z.strictObject({ ...retentionPeriods, effective: z.iso.date() }).nullable(),
});
export type DomainRetention = z.infer<typeof domainRetentionSchema>;

/** Answer of `GET /api/v1/domain-config` (§3, §7): the tags in force, and the settings of the host. */
export const domainConfigSchema = z.object({
  tags: z.array(z.string()),
  config: z.looseObject({
    /** Largest allowed upload, bytes (§5). */
    max_upload_bytes: z.number().int(),
    mp3: mp3FormatSchema,
    /** Whether dictation may use a speech recognition that sends audio elsewhere, after the person's consent (§10.1). */
    remote_dictation: z.boolean(),
    /** Addresses of the chat application and of the support desk; null if the host has none (§10.27). */
    links: z.object({ chat_app: z.string().nullable(), support_desk: z.string().nullable() }).optional(),
    app_store: z.object({ app_id: z.string().nullable() }).optional(),
    /** How long the host keeps audio and content. `next` is what a change that shortens a period has announced (§10.24). */
    retention: domainRetentionSchema.optional(),
    /** Whether the page counts its views (`POST /api/v1/page-views`, §10.27). Without a yes it sends none. */
    page_views: z.boolean().optional(),
  }),
});
export type DomainConfig = z.infer<typeof domainConfigSchema>;

// The underscore is no letter of host names, but names in private networks have it, and requests may come by them.
const label = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?';
const hostPattern = new RegExp(`^(${label}(\\.${label})*|\\[[0-9a-f:.]+\\])$`);
const wildcardPattern = new RegExp(`^\\*(\\.${label})+$`);

/** A host name such as `example.ch`, or `*.example.ch` for all names below it, in lower case and without a port. */
export const domainNameSchema = z
  .string()
  .max(253)
  .refine((name) => hostPattern.test(name) || wildcardPattern.test(name), {
    message: 'A host name such as example.ch, or *.example.ch.',
  });

/** Limits of a host: bytes of one upload, bytes of one person. Null: the value of the environment. */
export const domainLimitsSchema = z.strictObject({
  max_upload_bytes: z.number().int().min(1_000_000).max(100_000_000_000).nullable(),
  quota_bytes: z.number().int().min(1_000_000).max(1_000_000_000_000_000).nullable(),
});

const issuerSchema = z
  .string()
  .max(500)
  .refine((value) => {
    if (!URL.canParse(value) || /[\s;,'"*{}]/.test(value)) return false;
    const { protocol, search, hash, username } = new URL(value);
    return /^https?:$/.test(protocol) && search === '' && hash === '' && username === '';
  }, 'An http or https address without user, query and fragment.');

/** The external identity provider of a host. `roles` leads from a value of the claim `role_claim` to the id of a role. */
export const domainIdentitySchema = z.strictObject({
  issuer: issuerSchema,
  client_id: z.string().min(1).max(200),
  role_claim: z.string().min(1).max(100).nullable(),
  roles: z
    .record(z.string().min(1).max(200), z.string().min(1).max(64))
    .refine((roles) => Object.keys(roles).length <= 200),
});
export type DomainIdentity = z.infer<typeof domainIdentitySchema>;

const httpsAddress = z
  .string()
  .max(1_000)
  .refine(
    (value) => URL.canParse(value.replaceAll(/[{}]/g, '')) && /^https:\/\//i.test(value),
    'An https address.',
  );

export const domainLinksSchema = z.strictObject({
  chat_app: httpsAddress.nullable(),
  support_desk: httpsAddress.nullable(),
});
export const domainAppStoreSchema = z.strictObject({ app_id: z.string().min(1).max(100).nullable() });

/** Days between a change that shortens the retention and the day from which it holds, at least (§10.24). */
export const retentionNoticeDays = 30;

// Its type is unknown, because the types of JSON of validator and HTTP client differ.
const jsonSchema: z.ZodType<unknown> = z
  .any()
  .refine(isShallow, { message: `JSON with ${maxJsonDepth} levels at most.`, abort: true })
  .pipe(z.json());
const maxSurveyBytes = 16_000;

/** What a row of a host holds besides its options (§10.23). Null stands for the default. */
export const domainRowSchema = z.strictObject({
  host: domainNameSchema,
  names: z.array(domainNameSchema).max(100),
  tags: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9_:.-]{0,39}$/))
    .max(100)
    .nullable(),
  config: z.record(z.string().max(100), jsonSchema),
  limits: domainLimitsSchema.nullable(),
  retention: domainRetentionSchema.nullable(),
  mp3: mp3FormatSchema.nullable(),
  identity: domainIdentitySchema.nullable(),
  links: domainLinksSchema.nullable(),
  /** The forms of surveys are not built yet, so the value is kept as it is. */
  survey: jsonSchema
    .nullable()
    .refine((survey) => JSON.stringify(survey).length <= maxSurveyBytes, { message: 'At most 16 kB.' }),
  app_store: domainAppStoreSchema.nullable(),
});
export type DomainRow = z.infer<typeof domainRowSchema>;
