import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What the linter says of a file at `path` that holds only this import. */
function lintOf(path: string, imported: string): { status: number | null; text: string } {
  const absolute = join(root, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, `import { thing } from '${imported}';\n\nexport const probe = thing;\n`);
  try {
    const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), [path], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, text: stdout };
  } finally {
    rmSync(absolute);
  }
}

test.each([
  ['web/features/layer-probe.ts', '#workers/media/media.worker.ts'],
  ['web/features/layer-probe.ts', '#wasm/level/level.ts'],
  ['web/features/layer-probe.ts', '#models/manifest.ts'],
  ['web/features/layer-probe.ts', '#api/session/session.store.ts'],
  ['web/ui/layer-probe.ts', '#web/lib/http.ts'],
  ['web/ui/layer-probe.ts', '#api/contract/session.ts'],
  ['workers/media/layer-probe.ts', '#web/lib/http.ts'],
  ['workers/media/layer-probe.ts', '#api/app.ts'],
  ['workers/media/layer-probe.ts', '#models/fetch.ts'],
  ['wasm/level/layer-probe.ts', '#api/contract/recording.ts'],
  ['wasm/level/layer-probe.ts', '#workers/rpc.ts'],
  ['models/layer-probe.ts', '#wasm/level/level.ts'],
  ['api/session/layer-probe.ts', '#web/lib/http.ts'],
  ['api/session/layer-probe.ts', '#workers/rpc.ts'],
  ['api/contract/layer-probe.ts', '#api/lib/error.ts'],
  ['api/contract/layer-probe.ts', 'hono'],
  ['api/contract/layer-probe.ts', 'marked'],
  ['api/contract/layer-probe.ts', '#api/shared/part-title.ts'],
  ['api/shared/layer-probe.ts', '#api/lib/id.ts'],
  ['api/shared/layer-probe.ts', '#wasm/level/level.ts'],
  ['api/shared/layer-probe.ts', 'node:fs'],
  ['web/features/layer-probe.ts', '../../api/session/session.store.ts'],
  ['workers/media/layer-probe.ts', '../../web/lib/http.ts'],
  ['api/session/layer-probe.ts', '../../web/lib/http.ts'],
  ['wasm/level/layer-probe.ts', '../../api/lib/id.ts'],
])('%s may not import %s', (path, imported) => {
  const { status, text } = lintOf(path, imported);
  expect(text).toContain('no-restricted-imports');
  expect(status).toBe(1);
});

test.each([
  ['web/features/layer-probe.ts', '#workers/media/media.client.ts'],
  ['web/features/layer-probe.ts', '#workers/media/media.contract.ts'],
  ['web/features/layer-probe.ts', '#api/contract/session.ts'],
  ['web/features/layer-probe.ts', '#api/shared/part-title.ts'],
  ['workers/media/layer-probe.ts', '#wasm/level/level.ts'],
  ['workers/media/layer-probe.ts', '#models/manifest.ts'],
  ['workers/media/layer-probe.ts', '#api/shared/part-title.ts'],
  ['api/contract/layer-probe.ts', 'zod'],
  ['api/shared/layer-probe.ts', '#api/contract/limits.ts'],
  ['api/session/layer-probe.ts', '#wasm/windows/windows.ts'],
])('%s may import %s', (path, imported) => {
  expect(lintOf(path, imported)).toMatchObject({ status: 0 });
});
