import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { AppEnv } from '#api/app-env.ts';
import { healthSchema, type Health, type HealthHint, type HealthPart } from '#api/contract/health.ts';
import type { Db } from '#api/db/open.ts';
import { describe } from '#api/docs/describe.ts';
import type { LanguageModel } from '#api/engines/language/language-model.ts';
import { overallStatus } from './health.rules.ts';

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
};

const tried = async (attempt: Promise<unknown>, code: string): Promise<HealthPart> => {
  try {
    await attempt;
    return { status: 'ok' };
  } catch {
    return { status: 'failed', code };
  }
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
}: HealthDeps) =>
  new Hono<AppEnv>().get(
    '/health',
    describe('health', 'How the server and its parts are', {
      200: { schema: healthSchema },
      503: { schema: healthSchema, description: 'Nothing can be kept: database or storage failed.' },
    }),
    async (c) => {
      const parts: Health['parts'] = {
        database: await tried(sql`select 1`.execute(db), 'database.failed'),
        storage: await tried(access(dataDir, constants.R_OK | constants.W_OK), 'storage.failed'),
        transcription: transcriptionState(),
        language_model: languageModel?.state() ?? {
          status: 'missing',
          code: 'language_model.not_configured',
        },
        mail: mailState(),
        clock: clockState(),
      };
      const status = overallStatus(parts);
      c.header('Cache-Control', 'no-store');
      return c.json<Health, 200 | 503>(
        { status, version, parts, hints: hints() },
        status === 'failed' ? 503 : 200,
      );
    },
  );
