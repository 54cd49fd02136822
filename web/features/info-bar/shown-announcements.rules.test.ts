import { expect, it } from 'vitest';
import {
  announcementsSchema,
  maxAnnouncementCta,
  maxAnnouncementMessage,
  maxAnnouncementPriority,
  maxAnnouncementTitle,
} from '#api/contract/announcement.ts';
import { announcementFixture, dataProtectionFixture } from '#web/testing/announcement-fixture.ts';
import { toAnnouncements } from './shown-announcements.rules.ts';

const texts = (length: number) => ({ de: 'a'.repeat(length), en: '', fr: '', it: '' });
const written = (change: object) => ({ announcements: [{ ...announcementFixture(), ...change }] });
const periods = (change: object) => ({ announcements: [{ ...dataProtectionFixture(), ...change }] });

it.each([
  ['none', { announcements: [] }],
  ['one of each kind', { announcements: [dataProtectionFixture(), announcementFixture()] }],
  ['a warning', written({ type: 'warning' })],
  ['a link', written({ link: 'https://example.ch/a' })],
  ['an end', written({ expires_at: '2099-01-01T00:00:00Z' })],
  ['no day of deletion', periods({ audio_before: null, content_before: null })],
  ['nothing', null],
  ['a list', []],
  ['no list', { announcements: {} }],
  ['something that is none', { announcements: [null] }],
  ['one without a key', written({ key: undefined })],
  ['another kind', written({ type: 'other' })],
  ['a script', written({ link: 'javascript:alert(1)' })],
  ['an address without encryption', written({ link: 'http://example.ch/' })],
  ['an address with a user', written({ link: 'https://example.ch@other.example/' })],
  ['no address', written({ link: 'https://' })],
  ['a link that is too long', written({ link: `https://example.ch/${'a'.repeat(1_000)}` })],
  ['no link', written({ link: undefined })],
  ['the longest title', written({ title: texts(maxAnnouncementTitle) })],
  ['a title that is too long', written({ title: texts(maxAnnouncementTitle + 1) })],
  ['the longest message', written({ message: texts(maxAnnouncementMessage) })],
  ['a message that is too long', written({ message: texts(maxAnnouncementMessage + 1) })],
  ['the longest text of a link', written({ cta_text: texts(maxAnnouncementCta) })],
  ['a text of a link that is too long', written({ cta_text: texts(maxAnnouncementCta + 1) })],
  ['a language that is missing', written({ title: { de: 'a', en: '', fr: '' } })],
  ['a language too many', written({ title: { ...texts(1), rm: '' } })],
  ['the highest priority', written({ priority: maxAnnouncementPriority })],
  ['more than the highest', written({ priority: maxAnnouncementPriority + 1 })],
  ['less than none', written({ priority: -1 })],
  ['half a priority', written({ priority: 0.5 })],
  ['an end that is a number', written({ expires_at: 1 })],
  ['no day', periods({ effective: 'soon' })],
  ['a day that there is not', periods({ effective: '2025-02-30' })],
  ['a moment in place of a day', periods({ audio_before: '2025-11-01T00:00:00Z' })],
  ['half a month', periods({ content_months: 0.5 })],
  ['days that are a text', periods({ audio_days: '30' })],
  ['no end', periods({ expires_at: null })],
])('Schema and page agree about %s', (_name, value) => {
  expect(toAnnouncements(value)).toEqual(announcementsSchema.safeParse(value).data?.announcements);
});
