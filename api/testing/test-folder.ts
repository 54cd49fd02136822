import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a temporary folder. It is removed at the end of the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wortlaut-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
