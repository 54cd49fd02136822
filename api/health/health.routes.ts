import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { AppEnv } from '#api/app-env.ts';
import { healthSchema, type Health, type HealthHint, type HealthPart } from '#api/contract/health.ts';
import type { Db } from '#api/db/open.ts';
import { describe } from '#api/docs/describe.ts';
import type { LanguageModel } from '#api/engines/language/language-model.ts';
import { AppError } from '#api/lib/error.ts';
import { spaceToPart } from '#api/storage/free-space.rules.ts';
import { toStorageError } from '#api/storage/storage-error.ts';
import { overallStatus } from './health.rules.ts';

type FreeBytes = (folder: string) => Promise<number>;

export type HealthDeps = {
  db: Db;
  dataDir: string;
  version: string;
  /** The engine that transcribes: there, being fetched, or missing. */
  transcriptionState(): HealthPart;
  /** null: none is set up. */
  languageModel: Pick<LanguageModel, 'state'> | null;
  /** Whether things are deleted by the machine's clock, or it is doubted. */
  clockState(): HealthPart;
  /** Outgoing mail, as it was found last. */
  mailState(): HealthPart;
  /** Set by the app itself. */
  hints?: () => HealthHint[];
  /** What the look at the whole database has found so far. */
  isDamaged?: () => boolean;
  freeBytes?: FreeBytes;
};

const answerWithinMs = 2_000;
const slow = Symbol('slow');

/** A locked database keeps all who ask waiting: what it is, is told at once. */
async function databasePart(db: Db, isDamaged: () => boolean): Promise<HealthPart> {
  if (isDamaged()) return { status: 'failed', code: 'database.damaged' };
  const timer = new AbortController();
  const waited = delay(answerWithinMs, slow, { signal: timer.signal }).catch(() => slow);
  try {
    const told = await Promise.race([sql`select 1 from migration limit 1`.execute(db), waited]);
    return told === slow ? { status: 'failed', code: 'database.busy' } : { status: 'ok' };
  } catch (thrown) {
    const error = toStorageError(thrown);
    const code = error instanceof AppError ? error.code.replace('storage.', 'database.') : 'database.failed';
    return { status: 'failed', code };
  } finally {
    timer.abort();
  }
}

async function storagePart(dataDir: string, freeBytes: FreeBytes): Promise<HealthPart> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
    return spaceToPart(await freeBytes(dataDir));
  } catch {
    return { status: 'failed', code: 'storage.failed' };
  }
}

const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** How the server and each of its parts are (§7). A missing part is an answer, not a failure. */
export const createHealthRoutes = ({
  db,
  dataDir,
  version,
  transcriptionState,
  languageModel,
  clockState,
  mailState,
  hints = () => [],
  isDamaged = () => false,
  freeBytes = freeBytesOf,
}: HealthDeps) =>
  new Hono<AppEnv>().get(
    '/health',
    describe('health', 'How the server and its parts are', {
      200: { schema: healthSchema },
      503: { schema: healthSchema, description: 'Nothing can be kept: database or storage failed.' },
    }),
    async (c) => {
      const parts: Health['parts'] = {
        database: await databasePart(db, isDamaged),
        storage: await storagePart(dataDir, freeBytes),
        transcription: transcriptionState(),
        language_model: languageModel?.state() ?? {
          status: 'missing',
          code: 'language_model.not_configured',
        },
        mail: mailState(),
        clock: clockState(),
      };
      const status = overallStatus(parts);
      if (status === 'failed') c.header('Retry-After', '60');
      c.header('Cache-Control', 'no-store');
      return c.json<Health, 200 | 503>(
        { status, version, parts, hints: hints() },
        status === 'failed' ? 503 : 200,
      );
    },
  );
