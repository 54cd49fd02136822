import { limits } from '#api/contract/limits.ts';
import { announcement } from '#api/testing/build-announcements.ts';
import type { Json } from './json-text.ts';

const edits = (...ops: Json[]): Json => ({ edits: { base: 0, version: 1, ops } });
const word = { text: 'rot', start: 0, end: 0.5, confidence: 0.5 };
const segment = { id: 's1', speaker: 'A', start: 0, end: 1, text: 'rot', doubt: null, words: [word] };

/** More good bodies for some routes. They reach code that the one body in the table of routes does not reach. */
const bodies: Record<string, readonly Json[]> = {
  'PATCH /api/v1/sessions/:id': [
    { title: 'Anders', language: 'fr', participants: 2, fhir_patient_id: 'a', settings: { a: [1] } },
    { notes: { text: '# Titel\n- [ ] eins\n\n|a|b|\n|-|-|\n|1|2|', base: 0 } },
    edits(
      { op: 'text', segment: 's1', text: 'Ganz anders' },
      { op: 'speaker', key: 'A', name: 'Frau Muster' },
    ),
    edits({ op: 'split', segment: 's1', at: 0.5 }, { op: 'assign', segment: 's1', speaker: 'B' }),
    edits({ op: 'insert', id: 'n1', after: 's1', speaker: 'A', start: 1, end: 2, text: 'mehr' }),
    edits(
      { op: 'insert', id: 'n1', after: null, speaker: 'A', start: 0, end: 0, text: '' },
      { op: 'merge', segments: ['n1', 's1'] },
    ),
    edits({ op: 'replace', segments: ['s1'], by: [segment, { ...segment, id: 's2', start: 1, end: 2 }] }),
    edits({ op: 'replace', segments: ['s1'], by: [] }, { op: 'dismiss', unapplied: 'x' }),
  ],
  'POST /api/v1/sessions': [
    {
      session: {
        title: 'Neu',
        language: 'de',
        participants: 3,
        fhir_patient_id: 'p',
        settings: { options: ['summary'] },
      },
      integration_info: { source: 'x' },
    },
  ],
  'POST /api/v1/pairings/:id/events': [
    { id: '7f0d3a52-6c1b-4a55-9d52-0d8b8f9f2a11', command: 'mark' },
    { claim: 'x', reports: [{ kind: 'level', at: 1, peaks: [0, 0.5, 1], level_dbfs: null }] },
    { claim: 'x', reports: [{ kind: 'draft', from: 0, pieces: [{ start: 0, end: 1, text: 'rot' }] }] },
  ],
  'PUT /api/v1/sessions/:id/draft': [
    {
      engine: 'dictation',
      model: 'm',
      language: 'de-CH',
      segments: [
        {
          start: 0,
          end: 1,
          text: 'Guten Tag',
          words: [{ text: 'Guten', start: 0, end: 0.5, confidence: 1 }],
        },
      ],
    },
  ],
  'POST /api/v1/sessions/:id/process': [
    { options: ['summary', 'minutes'], language: 'fr', participants: null, regenerate_transcript: true },
    { options: ['custom'], user_process_data: 'Fasse zusammen', source_tab: 'result:summary' },
  ],
  'PUT /api/v1/admin/domains/:host': [
    {
      names: ['a.example', '*.b.example.org'],
      tags: ['roles', 'share'],
      config: { a: { b: [1] } },
      limits: { max_upload_bytes: 1_000_000, quota_bytes: null },
      retention: { audio_days: 60, content_months: 12, next: null },
      mp3: { sample_rate: 16_000, bitrate: 48 },
      links: { chat_app: 'https://a.example/{id}', support_desk: null },
      survey: { questions: [] },
      app_store: { app_id: '1' },
      identity: null,
    },
    { identity: { issuer: 'http://127.0.0.1:9/', client_id: 'x', role_claim: 'r', roles: { a: 'clerk' } } },
    {
      retention: {
        audio_days: 1,
        content_months: 1,
        next: { audio_days: 1, content_months: 1, effective: '2100-01-01' },
      },
    },
  ],
  'POST /api/v1/admin/domains/:host/announcements': [
    {
      ...announcement(),
      link: 'https://example.org/a?b=c#d',
      cta_text: { de: 'Mehr', en: '', fr: '', it: '' },
      starts_at: '2026-11-01T00:00:00+01:00',
      expires_at: '2026-12-01T00:00:00Z',
    },
  ],
  'POST /api/v1/page-views': [{ path: '/library/x?search=y#z' }, { path: '//' }],
  'POST /api/v1/sessions/:id/share': [
    {
      reports: [
        { report_type: 'transcript', file_type: 'srt' },
        { report_type: 'all', file_type: 'json' },
      ],
      recipients: ['a@example.org', 'b@example.org'],
      message: 'x'.repeat(limits.maxTitleLength),
    },
  ],
};

export const moreBodies = (route: string): readonly Json[] => bodies[route] ?? [];

/**
 * Returns addresses that show what a route has written, so that nothing is taken which cannot be read. `isLong` adds documents,
 * which take a second each.
 */
export function readersOf(route: string, id: string, isLong: boolean): readonly string[] {
  const session = `/api/v1/sessions/${id}`;
  const report = (type: string, format: string) =>
    `${session}/report?report_type=${type}&file_type=${format}`;
  if (route === 'PATCH /api/v1/sessions/:id')
    return [
      session,
      report('all', 'json'),
      report('transcript', 'vtt'),
      '/api/v1/sessions?text=a&search=a',
      ...(isLong ? ['pdf', 'docx', 'md', 'txt'].map((format) => report('all', format)) : []),
    ];
  if (route.includes('/sessions/:id')) return [session];
  if (route.includes('/sessions')) return ['/api/v1/sessions'];
  if (route.includes('/admin'))
    return [
      '/api/v1/admin/domains',
      '/api/v1/domain-config',
      '/api/v1/announcements',
      '/api/auth/config',
      '/api/v1/ai-processing-options',
    ];
  if (route.includes('/uploads')) return ['/api/v1/uploads', '/api/auth/me'];
  return route.includes('/user') ? ['/api/auth/me', '/api/v1/user/current-role'] : [];
}
