import type { AdminDomain, Person } from '#api/contract/admin-domain.ts';
import type { Role } from '#api/contract/role.ts';
import { optionsFixture } from './option-fixture.ts';

/** For tests: returns a host as a superuser of the host of `PUBLIC_URL` sees it. */
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
  effective_tags: ['dictation', 'preview', 'pairing', 'share', 'fact_check', 'audio_download'],
  defaults: {
    max_upload_bytes: 300_000_000,
    quota_bytes: null,
    audio_days: 30,
    content_months: 6,
    mp3: { sample_rate: 16_000, bitrate: 32 },
  },
  is_public: false,
  may_name: true,
  first_superuser: null,
  people: 3,
  sessions: 12,
  etag: '"first"',
  ...change,
});

export const roleFixture = (id: string, name: string, change: Partial<Role> = {}): Role => ({
  id,
  role_name_de: name,
  role_name_en: '',
  role_name_fr: '',
  role_name_it: '',
  is_default: false,
  ...change,
});

export const personFixture = (change: Partial<Person> = {}): Person => ({
  id: 'p1',
  name: 'Petra Muster',
  email: 'petra@example.ch',
  roles: [],
  claim_roles: [],
  is_superuser: false,
  is_verified: true,
  locked: false,
  second_factor: false,
  seen_at: '2026-11-20T00:00:00Z',
  hours: 1.5,
  bytes: 42_000_000,
  ...change,
});
