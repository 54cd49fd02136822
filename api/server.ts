import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { AuthConfig } from '#api/contract/auth.ts';
import type { HealthPart } from '#api/contract/health.ts';
import { createSelfService } from '#api/account/self-service.ts';
import { createApp } from './app.ts';
import type { PasswordCost } from '#api/auth/password.ts';
import type { Config } from './config.ts';
import { lockFolder, type FolderLock } from '#api/db/folder-lock.ts';
import { checkDatabase } from '#api/db/check.ts';
import { databaseName, MigrationError, openDb, type Db } from '#api/db/open.ts';
import { createDomainAdmin } from '#api/domain/domain-admin.ts';
import { createDomainStore } from '#api/domain/domain.store.ts';
import { openMail } from '#api/engines/mail/open-mail.ts';
import { openIdentity } from '#api/auth/open-identity.ts';
import { openHttpServer } from '#api/http/http-server.ts';
import { makePrivate } from '#api/lib/private-folder.ts';
import { StartError } from '#api/lib/start-error.ts';
import { systemClock, type Clock } from '#api/lib/clock.ts';
import { loadSecretKey } from '#api/lib/secret-key.ts';
import { createLog, type Log } from '#api/lib/log.ts';
import { requireKernel } from '#api/media/kernel.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import { createForwarding } from '#api/page-view/forward.ts';
import { createRoleStore } from '#api/role/role.store.ts';
import { createShareStore } from '#api/share/share.store.ts';
import { createSharing } from '#api/share/sharing.ts';
import type { SurveyDeps } from '#api/survey/survey.ts';
import { openPipeline, type PipelineOptions } from './pipeline.ts';
import { maxUploadBytes } from '#api/upload/upload.rules.ts';
import { createUserStore } from '#api/user/user.store.ts';

export type ServerOverrides = {
  clock?: Clock;
  log?: Log;
  demo?: AuthConfig['demo'];
  distDir?: string;
  passwordCost?: PasswordCost;
  queueTimes?: NonNullable<PipelineOptions['queueTimes']>;
  sweepEveryMs?: number;
  /** Time that the start waits for another server on the same folder to end, ms. */
  lockWaitMs?: number;
};

type RunningServer = {
  url: string;
  /** Local port, which differs from that of `url` behind a proxy. */
  port: number;
  transcription: HealthPart;
  close(): Promise<void>;
};

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

// A little longer than the other server gives its requests to finish (`http-server.ts`).
const defaultLockWaitMs = 15_000;

/**
 * Composes and starts the whole server. PORT 0 takes a free port, and PUBLIC_URL follows it.
 * @throws ConfigError, StartError, MigrationError, after everything that was opened is closed
 */
export async function startServer(config: Config, overrides: ServerOverrides = {}): Promise<RunningServer> {
  const { clock = systemClock, log = createLog(config.logLevel), demo = null } = overrides;
  requireKernel();
  const http = await openHttpServer(config);
  const closers: (() => Promise<unknown>)[] = [];
  let park = async (): Promise<void> => {};
  const close = async () => {
    await Promise.all([http.close(), park()]);
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const url = config.publicUrl.replace(/:0$/, `:${http.port}`);
    const lock = await lockData(config.dataDir, overrides.lockWaitMs ?? defaultLockWaitMs, log);
    closers.push(async () => lock.release());
    const db = await openDatabase(config.dataDir);
    closers.push(() => db.destroy());
    const check = await checkDatabase(join(config.dataDir, databaseName), { log });
    closers.push(() => check.close());
    const domains = openDomains(db, url, config);
    const identityPart = await openIdentity({
      domains,
      config: { ...config, publicUrl: url },
      db,
      clock,
      log,
      ...(overrides.passwordCost ? { passwordCost: overrides.passwordCost } : {}),
    });
    closers.push(() => identityPart.close());
    const pipeline = await openPipeline({
      config,
      domains,
      db,
      clock,
      log,
      ...(overrides.queueTimes ? { queueTimes: overrides.queueTimes } : {}),
      ...(overrides.sweepEveryMs ? { sweepEveryMs: overrides.sweepEveryMs } : {}),
    });
    park = pipeline.close;
    const { sender, state: mailState } = openMail(config, { clock, log });
    const users = createUserStore(db, clock);
    const { parts, shared, health } = pipeline;
    const shares = createShareStore(db, clock, loadSecretKey(config.dataDir, 'recipient'));
    const sharing = createSharing({ users, clock, log, sender, reports: shared.reports, shares });
    closers.push(() => sharing.close());
    const domainAdmin = openDomainAdmin({ db, clock, domains }, shared.options);
    const { identity, embedded, providerOrigins } = identityPart;
    const { sessions, clear } = parts.session;
    const account = { db, clock, log, domains, domainAdmin, publicUrl: url, sender, sessions, clear };
    const selfService = createSelfService({ ...account, local: embedded });
    closers.push(selfService.start());
    const telling = openTelling({ db, clock, log, sessions, domainAdmin }, config);
    closers.push(telling.close);
    const { trustProxy, dataDir, modelsDirs, transcriptionModel } = config;
    const app = createApp({
      ...parts,
      ...telling.parts,
      domains,
      request: { publicUrl: url, trustProxy, providerOrigins, log },
      auth: { identity, embedded, users, quota: shared.quota, demo, trustProxy, clock, sender },
      account: { selfService, trustProxy },
      user: { users, corrections: shared.corrections },
      health: { ...health, db, dataDir, version, mailState, isDamaged: check.isDamaged },
      join: { db, clock, log, domainAdmin, sender },
      pairing: { pairings: shared.pairings, phoneUrl: url, trustProxy },
      admin: { domainAdmin },
      share: { detailOf: parts.session.detail.detailOf, sessions, sharing },
      modelsDirs,
      transcriptionModel,
      distDir: overrides.distDir ?? join(root, 'dist/page'),
    });
    http.serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    return { url, port: http.port, transcription: health.transcriptionState(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const openDomains = (db: Db, publicUrl: string, { environment, quotaBytes, mp3 }: Config) =>
  createDomainStore(db, { publicUrl, maxUploadBytes: maxUploadBytes(environment), quotaBytes, mp3 });

/** Composes announcements, the survey and page views. */
function openTelling(deps: SurveyDeps & { log: Log }, { remoteDictation, pageViewsUrl: url }: Config) {
  const { clock, log } = deps;
  const pageViews = url === null ? null : createForwarding({ url, log });
  return {
    parts: {
      domain: { remoteDictation, pageViews },
      announcement: deps,
      survey: deps,
      pageView: { clock, pageViews },
    },
    close: async (): Promise<void> => pageViews?.close(),
  };
}

type AdminParts = Omit<Parameters<typeof createDomainAdmin>[0], 'options' | 'roles'>;
const openDomainAdmin = (parts: AdminParts, options: OptionStore) =>
  createDomainAdmin({ ...parts, options, roles: createRoleStore(parts.db) });

async function lockData(dataDir: string, waitMs: number, log: Log): Promise<FolderLock> {
  const lock = await usable(dataDir, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!(await makePrivate(dataDir)))
      log.warn({ data_dir: dataDir }, 'start: other accounts of this machine may read the folder');
    const onWait = () => log.warn({ data_dir: dataDir }, 'start: another server has the folder, waiting');
    return lockFolder(dataDir, { waitMs, onWait });
  });
  if (lock) return lock;
  throw new StartError(
    `DATA_DIR ${dataDir} is in use by another server: stop that one, or set DATA_DIR to another folder.`,
  );
}

const openDatabase = (dataDir: string): Promise<Db> =>
  usable(dataDir, async () => openDb(join(dataDir, databaseName)));

async function usable<T>(dataDir: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if (cause instanceof MigrationError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`DATA_DIR ${dataDir} cannot be used (${code}).`, { cause });
  }
}
