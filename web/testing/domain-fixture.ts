import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { optionsFixture } from './option-fixture.ts';

/** Builds a host with default settings, as superusers see it. */
export const domainFixture = (change: Partial<AdminDomain> = {}): AdminDomain => ({
  host: 'localhost',
  names: [],
  tags: null,
  config: {},
  limits: null,
  retention: null,
  mp3: null,
  identity: null,
  links: null,
  survey: null,
  app_store: null,
  own: false,
  options: optionsFixture(),
  effective_tags: [],
  defaults: {
    max_upload_bytes: 1_500_000_000,
    quota_bytes: null,
    audio_days: 30,
    content_months: 6,
    mp3: { sample_rate: 24_000, bitrate: 64 },
  },
  is_public: true,
  may_name: true,
  first_superuser: null,
  people: 1,
  sessions: 0,
  etag: '"shipped"',
  ...change,
});
