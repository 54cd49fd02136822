import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { createAnnouncementAdminRoutes } from '#api/announcement/announcement-admin.routes.ts';
import { createAnnouncementRoutes } from '#api/announcement/announcement.routes.ts';
import type { AnnouncementAdminDeps } from '#api/announcement/change-announcements.ts';
import type { AccountRoutesDeps } from '#api/account/link.routes.ts';
import { createSelfServiceRoutes } from '#api/account/self-service.routes.ts';
import { createAuthRoutes, type AuthDeps } from '#api/auth/auth.routes.ts';
import { createPageSignIn } from '#api/auth/page-sign-in.ts';
import { createProviderRoutes, type ProviderLimits } from '#api/auth/provider.routes.ts';
import { requireSuperuser, requireUser } from '#api/auth/require-user.ts';
import { createCorrectionRoutes, type CorrectionDeps } from '#api/correction/correction.routes.ts';
import { createDocsRoutes } from '#api/docs/docs.routes.ts';
import { createJoinRoutes, type JoinDeps } from '#api/domain/join.routes.ts';
import { createAdminRoutes, type AdminDeps } from '#api/domain/admin.routes.ts';
import type { DomainStore } from '#api/domain/domain.store.ts';
import { createDomainRoutes, type DomainDeps } from '#api/option/domain.routes.ts';
import { embeddedPath } from '#api/engines/identity/embedded-provider.ts';
import { createHealthRoutes, type HealthDeps } from '#api/health/health.routes.ts';
import { createExportRoutes, type ExportDeps } from '#api/export/export.routes.ts';
import { createModelListRoutes, createModelRoutes } from '#api/http/model.routes.ts';
import { testModelId } from '#models/manifest.ts';
import { createModelOffer } from '#models/offer.ts';
import { createPageViewRoutes, type PageViewDeps } from '#api/page-view/page-view.routes.ts';
import { createPairingRoutes, type PairingRoutesDeps } from '#api/pairing/pairing.routes.ts';
import { createMediaRoutes, createPlayerRoutes, type PlayerDeps } from '#api/player/player.routes.ts';
import { createOptionRoutes, type OptionDeps } from '#api/option/option.routes.ts';
import type { NotesDeps } from '#api/notes/enhance-notes.ts';
import { createNotesRoutes } from '#api/notes/notes.routes.ts';
import { createProcessingRoutes, type ProcessingRoutesDeps } from '#api/processing/processing.routes.ts';
import { createAdoptionRoutes } from '#api/recording/adoption.routes.ts';
import { createRoleRoutes, type RoleDeps } from '#api/role/role.routes.ts';
import type { RecordingDeps } from '#api/recording/recording-deps.ts';
import { createRecordingRoutes } from '#api/recording/recording.routes.ts';
import { createResultRoutes, type ResultDeps } from '#api/result/result.routes.ts';
import { createSessionRoutes, type SessionDeps } from '#api/session-view/session.routes.ts';
import { createShareRoutes, type ShareDeps } from '#api/share/share.routes.ts';
import type { SurveyDeps } from '#api/survey/survey.ts';
import { createSurveyAdminRoutes, createSurveyRoutes } from '#api/survey/survey.routes.ts';
import { createTranscriptRoutes, type TranscriptDeps } from '#api/transcript/transcript.routes.ts';
import { createFileUploadRoutes } from '#api/upload/file-upload.routes.ts';
import type { UploadDeps } from '#api/upload/upload-deps.ts';
import { createUploadRoutes } from '#api/upload/upload.routes.ts';
import { createUserRoutes, type UserDeps } from '#api/user/user.routes.ts';
import { boundBodies, type BodyTimes } from '#api/http/body.ts';
import { errorToResponse } from '#api/http/error-response.ts';
import { createProxyHint } from '#api/http/proxy-hint.ts';
import {
  identifyAndLog,
  privateByDefault,
  resolveHost,
  secureHeaders,
  type RequestOptions,
} from '#api/http/request.ts';
import { resolveTenant } from '#api/http/resolve-tenant.ts';
import { refuseAddress } from '#api/http/refuse-address.ts';
import { createStaticRoutes } from '#api/http/static.routes.ts';

export type AppDeps = {
  domains: DomainStore;
  request: RequestOptions;
  auth: AuthDeps & ProviderLimits;
  account: AccountRoutesDeps;
  user: UserDeps;
  domain: DomainDeps;
  health: Omit<HealthDeps, 'hints'>;
  option: OptionDeps;
  role: RoleDeps;
  admin: AdminDeps;
  join: JoinDeps;
  announcement: AnnouncementAdminDeps;
  survey: SurveyDeps;
  pageView: PageViewDeps;
  session: SessionDeps;
  transcript: TranscriptDeps;
  processing: ProcessingRoutesDeps;
  result: ResultDeps;
  correction: CorrectionDeps;
  export: ExportDeps;
  notes: NotesDeps;
  share: ShareDeps;
  upload: UploadDeps;
  recording: RecordingDeps;
  player: PlayerDeps;
  pairing: PairingRoutesDeps;
  modelsDirs: readonly string[];
  /** Id of the model that transcribes. */
  transcriptionModel: string;
  distDir: string;
  /** Time limits of request bodies. Tests shorten them. */
  bodyTimes?: BodyTimes;
};

/** Paths that require a sign-in. */
const guardedPaths = [
  '/api/user/*',
  '/api/v1/user/*',
  '/api/v1/sessions/*',
  '/api/v1/uploads/*',
  '/api/v1/pairings/*',
  '/api/v1/ai-processing-options',
  '/api/v1/survey',
  '/api/v1/admin/*',
];

/** Creates the routes of announcements, of the survey and of page views. */
const createTellingRoutes = ({ announcement, survey, pageView }: AppDeps) =>
  new Hono<AppEnv>()
    .route('/', createAnnouncementRoutes(announcement))
    .route('/', createSurveyRoutes(survey))
    .route('/', createPageViewRoutes(pageView))
    .route('/admin', createAnnouncementAdminRoutes(announcement))
    .route('/admin', createSurveyAdminRoutes(survey));

/** Creates the HTTP application: the middleware in order, then all routes. */
export function createApp(deps: AppDeps) {
  const { request, auth } = deps;
  const app = new Hono<AppEnv>({ strict: false });
  const page = createPageSignIn({
    tenantOf: deps.domains.tenantOf,
    isEmbedded: auth.embedded !== null,
    log: request.log,
  });

  const proxyHint = createProxyHint(request);
  app.onError(errorToResponse);
  app.notFound((c) => refuseAddress(app, c));
  app.use(
    identifyAndLog(request, () => app.routes),
    proxyHint.middleware,
    secureHeaders(request),
    resolveHost(request, page.hasSignIn),
  );

  app.use('/api/*', privateByDefault);

  for (const path of ['/api/*', '/media/*', `${embeddedPath}/*`])
    app.use(path, resolveTenant(deps.domains.tenantOf));

  const { userOf, phoneReach } = deps.pairing.pairings;
  const guard = requireUser({
    ...auth,
    phones: { userOf, hasEmbedded: auth.embedded !== null },
  });
  for (const path of guardedPaths) app.use(path, guard);
  app.use('/api/v1/admin/*', requireSuperuser);
  // Mounted behind the guards, so that the body of a request by somebody who may not send it is not read.
  app.use(boundBodies(deps.bodyTimes));

  const offer = createModelOffer(deps.modelsDirs, {
    // The test model knows a few synthetic sentences. Real speech becomes nonsense with it.
    isWanted: ({ id }) => id !== testModelId || deps.transcriptionModel === testModelId,
    onUnreadable: (model, err) =>
      request.log.warn({ model, err }, 'model: the folder cannot be read, it is not offered'),
  });
  const mounted = app
    .route('/api/auth', createAuthRoutes({ ...auth, ...deps.account.selfService.signInNews, guard }))
    .route('/api', createSelfServiceRoutes(deps.account))
    .route('/api/user', createUserRoutes(deps.user))
    .route('/api/v1', createDomainRoutes(deps.domain))
    .route('/api/v1', createHealthRoutes({ ...deps.health, hints: proxyHint.hints }))
    .route('/api/v1', createModelListRoutes(offer))
    .route('/api/v1', createTellingRoutes(deps))
    .route('/api/v1', createOptionRoutes(deps.option))
    .route('/api/v1/user', createRoleRoutes(deps.role))
    .route('/api/v1/admin', createAdminRoutes(deps.admin))
    .route('/api/v1/admin', createJoinRoutes(deps.join))
    .route('/api/v1/sessions', createSessionRoutes({ ...deps.session, phoneReach }))
    .route('/api/v1/sessions', createTranscriptRoutes(deps.transcript))
    .route('/api/v1/sessions', createProcessingRoutes(deps.processing))
    .route('/api/v1/sessions', createResultRoutes(deps.result))
    .route('/api/v1/sessions', createCorrectionRoutes(deps.correction))
    .route('/api/v1/sessions', createExportRoutes(deps.export))
    .route('/api/v1/sessions', createNotesRoutes(deps.notes))
    .route('/api/v1/sessions', createShareRoutes(deps.share))
    .route('/api/v1/sessions', createFileUploadRoutes(deps.upload))
    .route('/api/v1/sessions', createRecordingRoutes({ ...deps.recording, phoneReach }))
    .route('/api/v1/sessions', createPlayerRoutes(deps.player))
    .route('/api/v1/uploads', createUploadRoutes({ ...deps.upload, phoneReach }))
    .route('/api/v1/uploads', createAdoptionRoutes(deps.recording))
    .route('/api/v1/pairings', createPairingRoutes(deps.pairing));

  app.route(
    '/api',
    createDocsRoutes(() => mounted, deps.health.version),
  );
  if (auth.embedded)
    app.route(embeddedPath, createProviderRoutes({ ...auth, provider: auth.embedded.provider }));
  app.route('/media', createMediaRoutes(deps.player));
  app.route('/models', createModelRoutes(deps, offer));
  app.route('/', createStaticRoutes(deps.distDir, page.policyOf));
  return mounted;
}

/** Type of the routes, for the HTTP client of the page: `hc<Api>('/')`. */
export type Api = ReturnType<typeof createApp>;
