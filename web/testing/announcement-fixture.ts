import type {
  AdminAnnouncement,
  DataProtectionAnnouncement,
  WrittenAnnouncement,
} from '#api/contract/announcement.ts';

const empty = { de: '', en: '', fr: '', it: '' };

/** For tests: an announcement as `GET /api/v1/announcements` answers it. */
export const announcementFixture = (change: Partial<WrittenAnnouncement> = {}): WrittenAnnouncement => ({
  key: 'k1',
  type: 'info',
  title: { ...empty, de: 'Kurs am Montag', en: 'Course on Monday' },
  message: empty,
  link: null,
  cta_text: empty,
  priority: 50,
  expires_at: null,
  ...change,
});

/** For tests: the announcement with the periods and dates of §9. */
export const dataProtectionFixture = (
  change: Partial<DataProtectionAnnouncement> = {},
): DataProtectionAnnouncement => ({
  key: 'dp1',
  type: 'data_protection',
  effective: '2025-12-01',
  audio_days: 30,
  content_months: 6,
  audio_before: '2025-11-01',
  content_before: '2025-06-01',
  expires_at: '2099-12-01T00:00:00Z',
  ...change,
});

/** For tests: an announcement as superusers see it. */
export const adminAnnouncementFixture = (change: Partial<AdminAnnouncement> = {}): AdminAnnouncement => {
  const { key: _key, ...rest } = announcementFixture();
  return { ...rest, id: 'a1', starts_at: null, etag: '"first"', ...change };
};
