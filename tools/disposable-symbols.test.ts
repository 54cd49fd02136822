import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { disposableSymbols } from './disposable-symbols.ts';

const root = join(import.meta.dirname, '..');

it('Missing symbols are defined, the same ones in all scripts; those of the browser stay', () => {
  const run = (symbols: object) => new Function('Symbol', disposableSymbols)(symbols);
  const bare: { for(key: string): symbol; dispose?: symbol; asyncDispose?: symbol } = { for: Symbol.for };
  run(bare);
  expect(bare.dispose).toBe(Symbol.for('Symbol.dispose'));
  expect(bare.asyncDispose).toBe(Symbol.for('Symbol.asyncDispose'));
  const own = Object.freeze({ dispose: Symbol.dispose, asyncDispose: Symbol.asyncDispose });
  expect(() => run(own)).not.toThrow();
});

it('The development server adds the symbols to modules of page and workers that use them', async () => {
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: 'silent',
  });
  onTestFinished(() => server.close());
  const codeOf = async (path: string) => (await server.transformRequest(path))?.code ?? '';
  const made = /Symbol\.dispose \?\?= ?Symbol\.for\(["']Symbol\.dispose["']\)/;
  for (const path of [
    'lib/scope.ts',
    '../workers/rpc.ts',
    '../workers/recorder/recording-store.ts',
    '../workers/media/decode-file.ts',
  ])
    expect(await codeOf(join(root, 'web', path))).toMatch(made);
  expect(await codeOf(join(root, 'web/lib/format.ts'))).not.toMatch(made);
});
