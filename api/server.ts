import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { AuthConfig } from '#api/contract/auth.ts';
import type { HealthPart } from '#api/contract/health.ts';
import { createApp } from './app.ts';
import type { PasswordCost } from './auth/password.ts';
import type { Config } from './config.ts';
import { MigrationError, openDb, type Db } from './db/open.ts';
import { openMail } from './engines/mail/open-mail.ts';
import { openIdentity } from './auth/open-identity.ts';
import { openHttpServer, StartError } from './http-server.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import { createLog, type Log } from './lib/log.ts';
import { createShareStore } from './share/share.store.ts';
import { createSharing } from './share/sharing.ts';
import { openLine, type LineOptions } from './line.ts';
import { createUserStore } from './user/user.store.ts';

/** What tests and the demo replace. */
export type ServerOverrides = {
  clock?: Clock;
  log?: Log;
  demo?: AuthConfig['demo'];
  distDir?: string;
  passwordCost?: PasswordCost;
  queueTimes?: NonNullable<LineOptions['queueTimes']>;
};

type RunningServer = {
  /** The public address. */
  url: string;
  /** Where it listens, which behind a proxy is another one. */
  port: number;
  transcription: HealthPart;
  close(): Promise<void>;
};

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/**
 * Composes and starts the whole server. PORT 0 takes a free port, and PUBLIC_URL follows it.
 * @throws ConfigError, StartError, MigrationError; nothing is left open then
 */
export async function startServer(config: Config, overrides: ServerOverrides = {}): Promise<RunningServer> {
  const { clock = systemClock, log = createLog(config.logLevel), demo = null } = overrides;
  const http = await openHttpServer(config);
  const closers: (() => Promise<unknown>)[] = [];
  let park = async (): Promise<void> => {};
  const close = async () => {
    await Promise.all([http.close(), park()]);
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const url = config.publicUrl.replace(/:0$/, `:${http.port}`);
    const db = await openDatabase(config.dataDir);
    closers.push(() => db.destroy());
    const identityPart = await openIdentity({
      config: { ...config, publicUrl: url },
      db,
      clock,
      log,
      ...(overrides.passwordCost ? { passwordCost: overrides.passwordCost } : {}),
    });
    closers.push(() => identityPart.close());
    const { identity, embedded, providerOrigins } = identityPart;
    const { close: closeLine, ...line } = await openLine({
      config,
      db,
      clock,
      log,
      ...(overrides.queueTimes ? { queueTimes: overrides.queueTimes } : {}),
    });
    park = closeLine;
    const mail = openMail(config, { clock, log });
    const users = createUserStore(db, clock);
    const sharing = createSharing({
      ...{ users, clock, log, sender: mail.sender, reports: line.reports },
      shares: createShareStore(db, clock),
    });
    closers.push(() => sharing.close());
    const app = createApp({
      ...config,
      publicUrl: url,
      db,
      clock,
      log,
      version,
      demo,
      identity,
      embedded,
      providerOrigins,
      distDir: overrides.distDir ?? join(root, 'dist'),
      users,
      ...line,
      mailState: mail.state,
      sharing,
    });
    http.serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    return { url, port: http.port, transcription: line.transcriptionState(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(dataDir: string): Promise<Db> {
  try {
    await mkdir(dataDir, { recursive: true });
    return openDb(join(dataDir, 'wortlaut.db'));
  } catch (cause) {
    if (cause instanceof MigrationError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`DATA_DIR ${dataDir} cannot be used (${code}).`, { cause });
  }
}
