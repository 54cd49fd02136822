import { z } from 'zod';
import { isAnnouncementLink } from './announcement-link.ts';
import { toLines, toOneLine } from './one-line.ts';
import { textLanguages } from './option.ts';

/**
 * Kinds of announcements that superusers write. The kind decides how the page shows them. `data_protection` is made by the
 * server alone.
 */
export const announcementTypes = ['info', 'warning'] as const;
export type AnnouncementType = (typeof announcementTypes)[number];

export const maxAnnouncementTitle = 120;
export const maxAnnouncementMessage = 2_000;
export const maxAnnouncementCta = 60;
export const maxAnnouncementPriority = 100;

/**
 * A text in all four languages. It may be empty in some: `announcementText` in `api/shared` says what is shown then. Each
 * language that has any text has a title.
 */
const texts = (max: number, clean: (text: string) => string) => {
  const text = z.string().overwrite(clean).max(max);
  return z.strictObject({ de: text, en: text, fr: text, it: text });
};
const title = texts(maxAnnouncementTitle, toOneLine);
const message = texts(maxAnnouncementMessage, toLines);
const ctaText = texts(maxAnnouncementCta, toOneLine);

const link = z.string().max(1_000).refine(isAnnouncementLink, 'An https address without user and password.');

const firstMs = Date.UTC(2000, 0, 1);
const lastMs = Date.UTC(2200, 0, 1);
const moment = z.iso.datetime({ offset: true }).refine(
  (value) => {
    const ms = Date.parse(value);
    return ms >= firstMs && ms < lastMs;
  },
  { message: 'A moment from the year 2000 to 2199.' },
);

const announcementShape = {
  type: z.enum(announcementTypes),
  title,
  message,
  link: link.nullable(),
  /** Text of the link. Where it is empty, the page has words of its own. */
  cta_text: ctaText,
  /** From 0 to 100. The larger goes first. */
  priority: z.number().int().min(0).max(maxAnnouncementPriority),
};

/**
 * Body of `POST …/{host}/announcements` and `PUT …/{host}/announcements/{id}`, which replaces the whole announcement.
 * Readers see it from `starts_at` (null: at once) until just before `expires_at` (null: until somebody deletes it).
 */
export const putAnnouncementSchema = z
  .strictObject({ ...announcementShape, starts_at: moment.nullable(), expires_at: moment.nullable() })
  .superRefine((sent, context) => {
    const fault = (path: string[], text: string) => {
      context.addIssue({ code: 'custom', path, message: text });
    };
    if (textLanguages.every((language) => sent.title[language] === ''))
      fault(['title'], 'A title in one language at least.');
    for (const language of textLanguages) {
      const isBegun = sent.message[language] + sent.cta_text[language] !== '';
      if (isBegun && sent.title[language] === '')
        fault(['title', language], 'A language that has other texts has a title.');
      if (sent.link === null && sent.cta_text[language] !== '')
        fault(['link'], 'A text of the link needs a link.');
    }
    const { starts_at: starts, expires_at: expires } = sent;
    if (starts !== null && expires !== null && Date.parse(expires) <= Date.parse(starts))
      fault(['expires_at'], 'It lies after starts_at.');
  });
export type PutAnnouncement = z.infer<typeof putAnnouncementSchema>;

/**
 * An announcement as superusers see it. `etag` changes with any of the other fields; a change and a deletion name it in `If-Match`
 * (428 `domain.match_required` without, 412 `domain.changed` with the present `announcement` if somebody has saved since).
 */
export const adminAnnouncementSchema = z.object({
  id: z.string(),
  ...announcementShape,
  starts_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  etag: z.string(),
});
export type AdminAnnouncement = z.infer<typeof adminAnnouncementSchema>;

/** Answer of `GET …/{host}/announcements`: all of the host, also past and future ones, the most important first. */
export const adminAnnouncementsSchema = z.object({ announcements: z.array(adminAnnouncementSchema) });

/**
 * `key` stands for what is read. Whoever has closed an announcement has closed this key. It changes with the texts, the link and
 * the kind, not with priority and times.
 */
const key = z.string();

const writtenSchema = z.object({ key, ...announcementShape, expires_at: z.string().nullable() });
export type WrittenAnnouncement = z.infer<typeof writtenSchema>;

/**
 * The announcement of shorter periods (§9, §10.24). The page has its words. It is shown again `limits.dataProtectionAgainMs` after
 * somebody closed it. From the day `effective` on, audio is kept `audio_days` and other content `content_months`. What came
 * before the days `audio_before` and `content_before` is deleted on that day; null where that period does not become shorter. All
 * days are dates in UTC.
 */
export const dataProtectionSchema = z.object({
  key,
  type: z.literal('data_protection'),
  effective: z.iso.date(),
  audio_days: z.number().int(),
  content_months: z.number().int(),
  audio_before: z.iso.date().nullable(),
  content_before: z.iso.date().nullable(),
  expires_at: z.string(),
});
export type DataProtectionAnnouncement = z.infer<typeof dataProtectionSchema>;

/**
 * Answer of `GET /api/v1/announcements`: what this host announces at this moment, the most important first. It needs no sign-in.
 * The page hides each one at its `expires_at`.
 */
export const announcementsSchema = z.object({
  announcements: z.array(z.discriminatedUnion('type', [dataProtectionSchema, writtenSchema])),
});
export type ShownAnnouncement = z.infer<typeof announcementsSchema>['announcements'][number];
