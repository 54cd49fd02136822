import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#api/lib/log.ts';
import { routeWorld } from '#api/testing/route-world.ts';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { undoableDb } from './undoable-db.ts';

export type FuzzWorld = Awaited<ReturnType<typeof fuzzWorld>>;

/** Keeps the errors that were logged, so that a failure tells its cause. */
function rememberingLog() {
  const errors: unknown[] = [];
  const nothing = () => {};
  const log: Log = {
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: ({ err, ...others }) => void errors.push(err ?? others),
    fatal: ({ err, ...others }) => void errors.push(err ?? others),
    child: () => log,
  };
  return { log, errors };
}

/** A world of routes in which every request can be undone, so that each one finds the same. */
export async function fuzzWorld() {
  const { db, keep, undo } = undoableDb();
  const { log, errors } = rememberingLog();
  const world = await routeWorld({ db, log });
  const browser = createTestBrowser(world.url);
  const uid = (await browser.start()).searchParams.get('interaction') ?? '';
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const copy = join(await testFolder(), 'copy');
  await cp(world.dataDir, copy, { recursive: true });
  keep();
  return {
    ...world,
    errors,
    /** A sign-in that a browser has begun. */
    begun: { uid, cookie },
    async undo({ withFiles }: { withFiles: boolean }): Promise<void> {
      undo();
      errors.length = 0;
      if (!withFiles) return;
      await rm(world.dataDir, { recursive: true });
      await cp(copy, world.dataDir, { recursive: true });
    },
  };
}
