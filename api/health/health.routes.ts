import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { healthSchema, type Health, type HealthHint, type HealthPart } from '#api/contract/health.ts';
import type { Db } from '#api/db/open.ts';
import { describe } from '#api/http/describe.ts';
import type { LanguageModel } from '#api/engines/language/language-model.ts';
import { AppError } from '#api/lib/error.ts';
import { spaceToPart } from '#api/storage/free-space.rules.ts';
import { toStorageError } from '#api/storage/storage-error.ts';
import { overallStatus } from './health.rules.ts';
import { askDatabase } from './health.store.ts';

type FreeBytes = (folder: string) => Promise<number>;

export type HealthDeps = {
  db: Db;
  dataDir: string;
  version: string;
  /** Returns the state of the transcription engine: present, being fetched, or missing. */
  transcriptionState(): HealthPart;
  /** The language model, or null if none is configured. */
  languageModel: Pick<LanguageModel, 'state'> | null;
  /** Returns whether the server trusts the machine's clock (`sweep-time.ts`). */
  clockState(): HealthPart;
  /** Returns the last known state of outgoing mail. */
  mailState(): HealthPart;
  /** Hints for the administrator. `createApp` sets them. */
  hints?: () => HealthHint[];
  /** Returns whether the check of the whole database has found damage so far. */
  isDamaged?: () => boolean;
  freeBytes?: FreeBytes;
  healthWithinMs?: number;
};

/**
 * Waits for an answer for a limited time, because a locked database or an unreachable network drive keeps every query waiting.
 * @returns null if there is no answer after `ms`
 */
async function within<T>(ms: number, asked: Promise<T>): Promise<{ value: T } | null> {
  const timer = new AbortController();
  const late = delay(ms, null, { signal: timer.signal }).catch(() => null);
  try {
    return await Promise.race([asked.then((value) => ({ value })), late]);
  } finally {
    timer.abort();
  }
}

async function databasePart(read: Promise<unknown>, withinMs: number): Promise<HealthPart> {
  try {
    const answer = await within(withinMs, read);
    return answer ? { status: 'ok' } : { status: 'failed', code: 'database.busy' };
  } catch (thrown) {
    const error = toStorageError(thrown);
    const code = error instanceof AppError ? error.code.replace('storage.', 'database.') : 'database.failed';
    return { status: 'failed', code };
  }
}

async function storagePart(free: Promise<number>, withinMs: number): Promise<HealthPart> {
  const answer = await within(withinMs, free).catch(() => null);
  return answer ? spaceToPart(answer.value) : { status: 'failed', code: 'storage.failed' };
}

/** Returns a function that calls `ask`; concurrent callers share one answer. Waiting queries then do not pile up. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => (asked ??= ask().finally(() => (asked = null)));
}

const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Creates the route `/health` with the state of the server and of each part (§7). A missing part is a state, not an
 * error of the request.
 */
export function createHealthRoutes({
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
  healthWithinMs = 2_000,
}: HealthDeps) {
  const readDatabase = shared(() => askDatabase(db, healthWithinMs));
  const readFree = shared(async () => {
    await access(dataDir, constants.R_OK | constants.W_OK);
    return freeBytes(dataDir);
  });
  return new Hono<AppEnv>().get(
    '/health',
    describe('health', 'How the server and its parts are', {
      200: { schema: healthSchema },
      503: {
        schema: healthSchema,
        description: 'Nothing can be kept: database or storage failed.',
        headers: { 'Retry-After': 'Seconds until the next look is worth it.' },
      },
    }),
    async (c) => {
      const [database, storage] = await Promise.all([
        databasePart(readDatabase(), healthWithinMs),
        storagePart(readFree(), healthWithinMs),
      ]);
      const parts: Health['parts'] = {
        database: isDamaged() ? { status: 'failed', code: 'database.damaged' } : database,
        storage,
        transcription: transcriptionState(),
        language_model: languageModel?.state() ?? {
          status: 'missing',
          code: 'language_model.not_configured',
        },
        mail: mailState(),
        clock: clockState(),
      };
      const status = overallStatus(parts);
      if (status === 'failed') c.header('Retry-After', parts.database.code === 'database.busy' ? '5' : '60');
      c.header('Cache-Control', 'no-store');
      return c.json<Health, 200 | 503>(
        { status, version, parts, hints: hints() },
        status === 'failed' ? 503 : 200,
      );
    },
  );
}
