import { TOTP } from 'otpauth';
import { newId } from '#api/lib/id.ts';
import { findModel, testModelId } from '#models/manifest.ts';
import { announcement, changedAnnouncement, removedAnnouncement } from './build-announcements.ts';
import { option, role } from './build-roles.ts';
import { testHost } from './builders.ts';
import { emptyHost, type RouteWorld } from './route-world.ts';
import { pairingRoutes } from './pairing-routes.ts';
import { person, type Entry, type Sent } from './route-entry.ts';
import { petra } from './test-browser.ts';

import { encode, octets, tus } from './test-upload-client.ts';

type Things = RouteWorld['things'];
type People = RouteWorld['people'];

const get = (path: string, rest: Partial<Entry> = {}): Entry => ({
  audience: 'public',
  ok: 200,
  send: () => ({ path }),
  ...rest,
});
/** A call of a session. `which` is the one that it names. */
const session = (
  rest: string,
  sent: (things: Things) => Omit<Sent, 'path'> = () => ({}),
  { which = 'whole', ok = 200, ...more }: Partial<Entry> & { which?: SessionName } = {},
): Entry =>
  person(ok, (things) => ({ path: `/api/v1/sessions/${things[which]}${rest}`, ...sent(things) }), {
    nothing: '404 session.not_found',
    ...more,
  });
type SessionName = 'whole' | 'removed' | 'drafted' | 'empty' | 'complete';

const upload = (
  sent: Omit<Sent, 'path'>,
  { which = 'upload', ok = 200, rest = '', ...more }: Partial<Entry> & { which?: UploadName; rest?: string },
): Entry =>
  person(ok, (things) => ({ path: `/api/v1/uploads/${things[which]}${rest}`, ...sent }), {
    nothing: '404 upload.not_found',
    ...more,
  });
type UploadName = 'upload' | 'removedUpload' | 'leftUpload';

/** A call of the administration. By default it names the host, which superusers of another host do not administer. */
const admin = (
  rest: string,
  sent: (people: People, things: Things) => Omit<Sent, 'path'> = () => ({}),
  more: Partial<Entry> = {},
): Entry => ({
  audience: 'superuser',
  ok: 200,
  nothing: '404 request.not_found',
  send: (things, people) => ({
    path: `/api/v1/admin/domains${rest.replace(':owner', people.owner.id).replace(':left', people.left.id)}`,
    ...sent(people, things),
  }),
  ...more,
});

const present = { 'if-match': '*' };
const reports = [{ report_type: 'notes', file_type: 'txt' }];
const modelFile = findModel(testModelId)?.files[0];
const roles = [role('clerk', { is_default: true }), role('doctor')];
const draft = {
  engine: 'preview',
  model: 'm',
  language: 'de',
  segments: [{ start: 0, end: 1, text: 'Guten Tag' }],
};
const metadata = JSON.stringify({ file_type: 'audio/mpeg', mode: 'upload', duration: 1 });
const settings = { options: [] };
const secondFactor = '/api/v1/user/second-factor';
const proof = { password: petra.password };

/**
 * Every route with a handler, in an order in which the owner may call them one after the other. A new route belongs here,
 * else the test fails.
 */
export const routeTable: Record<string, Entry> = {
  'GET /api/auth/config': get('/api/auth/config'),
  'GET /api/v1/domain-config': get('/api/v1/domain-config'),
  'GET /api/v1/health': get('/api/v1/health'),
  'GET /api/v1/models': get('/api/v1/models'),
  'GET /api/v1/announcements': get('/api/v1/announcements'),
  'POST /api/v1/page-views': get('/api/v1/page-views', {
    ok: 204,
    send: () => ({ path: '/api/v1/page-views', json: { path: '/library/:id' } }),
  }),
  'GET /api/openapi.json': get('/api/openapi.json', { isSlow: true }),
  'GET /api/docs': get('/api/docs', { isSlow: true }),
  'GET /api/docs/style.css': get('/api/docs/style.css'),
  'GET /models/:sha256{[0-9a-f]{64}}': get(`/models/${modelFile?.sha256}`),
  'HEAD /models/:sha256{[0-9a-f]{64}}': get(`/models/${modelFile?.sha256}`),
  'GET /models/:id/:path{.+}': get(`/models/${testModelId}/${modelFile?.path}`),
  'HEAD /models/:id/:path{.+}': get(`/models/${testModelId}/${modelFile?.path}`),
  'GET /*': get('/library'),
  'HEAD /*': get('/library'),
  'GET /media/:token/:name?': {
    audience: 'signed',
    ok: 200,
    send: ({ played }) => ({ path: played }),
  },

  'GET /api/auth/me': person(200, () => ({ path: '/api/auth/me' })),
  'POST /api/user/config': person(200, () => ({ path: '/api/user/config', json: {} })),
  'POST /api/user/correction': person(200, () => ({
    path: '/api/user/correction',
    json: { original_word: 'rod', corrected_word: 'rot' },
  })),
  'GET /api/v1/ai-processing-options': person(200, () => ({ path: '/api/v1/ai-processing-options' })),
  'GET /api/v1/user/available-roles': person(200, () => ({ path: '/api/v1/user/available-roles' })),
  'GET /api/v1/user/current-role': person(200, () => ({ path: '/api/v1/user/current-role' })),
  'POST /api/v1/user/select-role': person(200, () => ({
    path: '/api/v1/user/select-role',
    json: { domain_role_id: 'clerk' },
  })),
  'POST /api/v1/user/confirm-address': person(204, () => ({ path: '/api/v1/user/confirm-address' })),

  'POST /api/v1/survey': person(
    204,
    ({ whole }) => ({
      path: '/api/v1/survey',
      json: { id: newId(), session_id: whole, survey_question: 'q2', survey_answer: '1h+' },
    }),
    { nothing: '404 session.not_found' },
  ),
  'GET /api/v1/sessions': person(200, () => ({ path: '/api/v1/sessions' })),
  'POST /api/v1/sessions': person(201, () => ({
    path: '/api/v1/sessions',
    headers: { 'idempotency-key': newId() },
    json: { session: { title: 'Neu', language: 'de', settings } },
  })),
  'GET /api/v1/sessions/:id': session(''),
  'PATCH /api/v1/sessions/:id': session('', () => ({ json: { title: 'Anders' } })),
  'DELETE /api/v1/sessions/:id': session('', () => ({}), { which: 'removed', ok: 204 }),
  'GET /api/v1/sessions/:id/transcripts': session('/transcripts'),
  'GET /api/v1/sessions/:id/transcripts/:version': session('/transcripts/1'),
  'PUT /api/v1/sessions/:id/draft': session('/draft', () => ({ json: draft }), { which: 'drafted', ok: 204 }),
  'GET /api/v1/sessions/:id/results/:label/events': session('/results/minutes/events'),
  'GET /api/v1/sessions/:id/results/:label/:version': session('/results/summary/1'),
  'GET /api/v1/sessions/:id/suggestions': session('/suggestions'),
  'POST /api/v1/sessions/:id/suggestions': session('/suggestions', () => ({
    json: { ids: ['vorschlag'], state: 'left' },
  })),
  'GET /api/v1/sessions/:id/report': session('/report?report_type=notes&file_type=txt'),
  'POST /api/v1/sessions/:id/enhance-notes': session('/enhance-notes', () => ({ json: {} })),
  'POST /api/v1/sessions/:id/share': session('/share', () => ({
    json: { reports, recipients: ['empfang@example.org'] },
  })),
  'POST /api/v1/sessions/:id/share/preview': session('/share/preview', () => ({ json: { reports } })),
  'POST /api/v1/sessions/:id/process': session('/process', () => ({ json: { options: ['summary'] } })),
  'POST /api/v1/sessions/:id/cancel': session('/cancel', () => ({ json: {} })),
  'GET /api/v1/sessions/:id/audio-url': session('/audio-url'),
  'GET /api/v1/sessions/:id/peaks': session('/peaks'),
  'GET /api/v1/sessions/:id/download': session('/download'),
  'POST /api/v1/sessions/:id/file-upload': session(
    '/file-upload',
    ({ sound }) => ({ form: { file: new File([new Uint8Array(sound)], 'a.mp3', { type: 'audio/mpeg' }) } }),
    { which: 'empty', isStreamed: true },
  ),
  'POST /api/v1/sessions/:id/recording-complete': session(
    '/recording-complete',
    () => ({ form: { metadata } }),
    {
      which: 'complete',
    },
  ),

  'GET /api/v1/uploads': person(200, () => ({ path: '/api/v1/uploads' })),
  'OPTIONS /api/v1/uploads': person(204, () => ({ path: '/api/v1/uploads', headers: tus })),
  'POST /api/v1/uploads': person(
    201,
    ({ begun }) => ({
      path: '/api/v1/uploads',
      headers: {
        ...tus,
        'upload-defer-length': '1',
        'upload-metadata': encode({ session_id: begun, file_name: 'r.mp3', file_type: 'audio/mpeg' }),
      },
    }),
    { nothing: '404 session.not_found', isStreamed: true },
  ),
  'GET /api/v1/uploads/:id': upload({}, {}),
  'HEAD /api/v1/uploads/:id': upload({ headers: tus }, {}),
  'OPTIONS /api/v1/uploads/:id': person(204, ({ upload: id }) => ({
    path: `/api/v1/uploads/${id}`,
    headers: tus,
  })),
  'PATCH /api/v1/uploads/:id': person(
    204,
    ({ upload: id, sound }) => ({
      path: `/api/v1/uploads/${id}`,
      headers: { ...tus, ...octets, 'upload-offset': String(sound.length) },
      body: new Uint8Array(sound),
    }),
    { nothing: '404 upload.not_found', isStreamed: true },
  ),
  'DELETE /api/v1/uploads/:id': upload({ headers: tus }, { which: 'removedUpload', ok: 204 }),
  'POST /api/v1/uploads/:id/adopt': upload(
    { json: { force: true } },
    { which: 'leftUpload', rest: '/adopt' },
  ),

  ...pairingRoutes,

  'GET /api/v1/admin/domains': admin('', () => ({}), { nothing: undefined }),
  'POST /api/v1/admin/domains': admin(
    '',
    () => ({ json: { host: 'neu.example', first_superuser: 'neu@example.org' } }),
    { ok: 201, nothing: '403 auth.forbidden' },
  ),
  'GET /api/v1/admin/domains/:host': admin(`/${testHost}`),
  'PUT /api/v1/admin/domains/:host': admin(`/${testHost}`, () => ({
    headers: present,
    json: { options: [option('summary', {})] },
  })),
  'DELETE /api/v1/admin/domains/:host': admin(`/${emptyHost}`, () => ({ headers: present }), { ok: 204 }),
  'DELETE /api/v1/admin/domains/:host/options': admin(`/${testHost}/options`, () => ({ headers: present })),
  'GET /api/v1/admin/domains/:host/people': admin(`/${testHost}/people`),
  'PUT /api/v1/admin/domains/:host/people/:id': admin(`/${testHost}/people/:owner`, () => ({
    json: { roles: ['doctor'] },
  })),
  'GET /api/v1/admin/domains/:host/roles': admin(`/${testHost}/roles`),
  'PUT /api/v1/admin/domains/:host/roles': admin(`/${testHost}/roles`, () => ({
    headers: present,
    json: { roles },
  })),
  'GET /api/v1/admin/domains/:host/announcements': admin(`/${testHost}/announcements`),
  'POST /api/v1/admin/domains/:host/announcements': admin(
    `/${testHost}/announcements`,
    () => ({ json: announcement() }),
    { ok: 201 },
  ),
  'PUT /api/v1/admin/domains/:host/announcements/:id': admin(
    `/${testHost}/announcements/${changedAnnouncement}`,
    () => ({ headers: present, json: announcement({ priority: 100 }) }),
  ),
  'DELETE /api/v1/admin/domains/:host/announcements/:id': admin(
    `/${testHost}/announcements/${removedAnnouncement}`,
    () => ({ headers: present }),
    { ok: 204 },
  ),
  'GET /api/v1/admin/domains/:host/survey': admin(`/${testHost}/survey?from=2026-01-01`),
  'POST /api/v1/admin/domains/:host/people/:id/join': admin(
    `/${testHost}/people/:owner/join`,
    (_people, { joined }) => ({ json: { person_id: joined } }),
  ),
  'POST /api/v1/admin/domains/:host/people/:id/reset-link': admin(`/${testHost}/people/:owner/reset-link`),

  'GET /api/v1/user/sign-ins': person(200, () => ({ path: '/api/v1/user/sign-ins' }), {
    external: '409 auth.not_local',
  }),
  'DELETE /api/v1/user/sign-ins/:id': person(
    204,
    ({ ownSignIn }) => ({ path: `/api/v1/user/sign-ins/${ownSignIn}` }),
    { nothing: '404 request.not_found', external: '409 auth.not_local' },
  ),
  'GET /api/v1/user/second-factor': person(200, () => ({ path: secondFactor }), {
    external: '409 auth.not_local',
  }),
  'POST /api/v1/user/second-factor/totp': person(200, () => ({ path: `${secondFactor}/totp`, json: proof })),
  'POST /api/v1/user/second-factor/passkeys': person(200, () => ({
    path: `${secondFactor}/passkeys`,
    json: proof,
  })),
  'POST /api/v1/user/second-factor/passkey-request': person(200, () => ({
    path: `${secondFactor}/passkey-request`,
  })),
  'POST /api/v1/user/second-factor/totp/confirm': person(200, ({ newTotp: { id, secret } }) => ({
    path: `${secondFactor}/totp/confirm`,
    json: { id, code: new TOTP({ secret }).generate() },
  })),
  // From here on the owner has a second factor.
  'POST /api/v1/user/second-factor/passkeys/confirm': person(200, ({ newPasskey }) => ({
    path: `${secondFactor}/passkeys/confirm`,
    json: { name: 'Laptop', passkey: newPasskey },
  })),
  'POST /api/v1/user/second-factor/remove': person(
    204,
    ({ newPasskey, recoveryCodes: [, code] }) => ({
      path: `${secondFactor}/remove`,
      json: { ...proof, factor: { recovery: code }, what: { passkey: newPasskey.id } },
    }),
    { alone: 409 },
  ),
  'POST /api/v1/user/second-factor/recovery-codes': person(
    200,
    ({ recoveryCodes: [code] }) => ({
      path: `${secondFactor}/recovery-codes`,
      json: { ...proof, factor: { recovery: code } },
    }),
    { alone: 409 },
  ),
  'DELETE /api/v1/admin/domains/:host/people/:id/second-factor': admin(
    `/${testHost}/people/:left/second-factor`,
    () => ({}),
    { ok: 204 },
  ),
  'POST /api/v1/user/password': person(204, () => ({
    path: '/api/v1/user/password',
    json: { current: petra.password, password: 'noch ein langes Kennwort' },
  })),
  'POST /api/v1/user/close': person(
    204,
    () => ({ path: '/api/v1/user/close', json: { password: petra.password } }),
    { by: 'stranger' },
  ),
  // The last one of the owner, who is signed out by it.
  'DELETE /api/v1/user/sign-ins': person(204, () => ({ path: '/api/v1/user/sign-ins' })),
};

/** Routes without a token, on which somebody signs in, stays signed in, or signs out. */
export const signInRoutes = [
  'POST /api/auth/token',
  'POST /api/auth/refresh',
  'POST /api/auth/logout',
  'POST /api/auth/interaction/:uid/login',
  'POST /api/auth/interaction/:uid/register',
  'POST /api/auth/interaction/:uid/factor',
  'POST /api/auth/interaction/:uid/passkey',
  'POST /api/auth/forgot',
  'POST /api/auth/reset',
  'POST /api/auth/confirm',
  'ALL /oidc/*',
] as const;

/** What runs before the handlers. Nothing is answered there but refusals. */
export const guards = [
  'ALL /*',
  'ALL /api/*',
  'ALL /media/*',
  'ALL /oidc/*',
  'ALL /api/user/*',
  'ALL /api/v1/user/*',
  'ALL /api/v1/sessions/*',
  'ALL /api/v1/uploads/*',
  'ALL /api/v1/pairings/*',
  'ALL /api/v1/ai-processing-options',
  'ALL /api/v1/survey',
  'ALL /api/v1/admin/*',
];
