import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { answerParent } from '#api/lib/run-process.ts';
import type { Compacted, CompactTask } from './compact.ts';

/** Largest database that is rebuilt, bytes. On a machine with two busy cores a larger one takes longer than `rebuildWithinMs`. */
const maxRebuiltBytes = 200e6;
/** Free space that must remain beside the two copies of a rebuild. */
const spareBytes = 500e6;
const pagesAtOnce = 32;
/** Pause between two groups of pages, in which the server writes. */
const pauseMs = 15;

async function compact({ path, rebuildWithinMs }: CompactTask): Promise<Compacted> {
  // The copy must not leave the data folder. SQLite reads this variable when it needs a temporary file.
  process.env['SQLITE_TMPDIR'] = dirname(path);
  const bytesBefore = statSync(path).size;
  const sqlite = new Sqlite(path, { fileMustExist: true, timeout: 5_000 });
  try {
    for (const setting of ['synchronous = FULL', 'fullfsync = ON', 'checkpoint_fullfsync = ON'])
      sqlite.pragma(setting);
    sqlite.pragma('secure_delete = FAST');
    if (rebuildWithinMs !== null && isRebuildable(sqlite, path)) await rebuild(sqlite, rebuildWithinMs);
    else await removeFreePages(sqlite);
    const isEmptied = await emptyLog(sqlite);
    return { freedBytes: Math.max(0, bytesBefore - statSync(path).size), isEmptied };
  } finally {
    sqlite.close();
  }
}

const valueOf = (sqlite: Sqlite.Database, name: string): number =>
  Number(sqlite.pragma(name, { simple: true }));

function isRebuildable(sqlite: Sqlite.Database, path: string): boolean {
  const pages = valueOf(sqlite, 'page_count') - valueOf(sqlite, 'freelist_count');
  const bytes = pages * valueOf(sqlite, 'page_size');
  const { bavail, bsize } = statfsSync(dirname(path));
  return bytes <= maxRebuiltBytes && bavail * bsize > 2 * bytes + spareBytes;
}

/**
 * Writes the database anew, without anything that was deleted. If it takes longer than `withinMs`, the process is killed, and the
 * database stays as it was.
 */
async function rebuild(sqlite: Sqlite.Database, withinMs: number): Promise<void> {
  const watch = new Worker(
    `const { workerData: ms } = require('node:worker_threads');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), ms);`,
    { eval: true, workerData: withinMs },
  );
  // With this, a database of an older version can give pages back from now on.
  sqlite.pragma('auto_vacuum = INCREMENTAL');
  sqlite.exec('vacuum');
  await watch.terminate();
}

async function removeFreePages(sqlite: Sqlite.Database): Promise<void> {
  // Without this mode, as an older version has created it, the pages stay free and are used again.
  if (valueOf(sqlite, 'auto_vacuum') !== 2) return;
  while (valueOf(sqlite, 'freelist_count') > 0) {
    sqlite.pragma(`incremental_vacuum(${pagesAtOnce})`);
    await passed(pauseMs);
  }
}

/** Writes the write-ahead log into the database and empties it. Returns false if a reader holds the log for 2 s. */
async function emptyLog(sqlite: Sqlite.Database): Promise<boolean> {
  for (let triesLeft = 20; triesLeft > 0; triesLeft--) {
    const [state] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: 0 | 1 }[];
    if (state?.busy === 0) return true;
    // The server may be doing the same, and SQLite does not wait for that.
    await passed(100);
  }
  return false;
}

answerParent(compact);
