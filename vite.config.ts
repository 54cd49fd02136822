import { createReadStream, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import type { BrowserProviderOption } from 'vitest/node';
import type { Engine } from './e2e/engines/driver.ts';
import { engineProvider } from './e2e/engines/vitest-provider.ts';
import { serveManifests } from './tools/app-manifest.ts';
import { chromiumLaunch } from './tools/chromium.ts';
import { disposableSymbols, provideSymbols, usesSymbols } from './tools/disposable-symbols.ts';
import { dropLocales } from './tools/drop-locales.ts';
import { startEarly } from './tools/early-start.ts';
import { ensureModules } from './tools/kernel.ts';
import { createModelServer } from './tools/serve-models.ts';
import { splitWords } from './tools/word-parts.ts';

const root = import.meta.dirname;
const require = createRequire(import.meta.url);
const versionOf = (name: string): string =>
  require(join(root, 'node_modules', name, 'package.json')).version as string;
const kernel = ensureModules();

/**
 * What workers load at run time and no bundler should touch, each under the version of its package, so that it never
 * changes under an address: the runtime of the networks, the ffmpeg core, the voice activity model, the streaming mp3 encoder,
 * the reader of QR codes, and our own modules under the hash of their sources.
 */
const engines: Record<string, string> = {
  // The second build also computes on a graphics card. It is twice as large, and loaded only where it is tried.
  ...Object.fromEntries(
    ['ort-wasm-simd-threaded', 'ort-wasm-simd-threaded.asyncify']
      .flatMap((build) => [`${build}.mjs`, `${build}.wasm`])
      .map((file) => [`engines/ort-${versionOf('onnxruntime-web')}/${file}`, `onnxruntime-web/dist/${file}`]),
  ),
  [`engines/ffmpeg-${versionOf('@ffmpeg/core')}/ffmpeg-core.js`]: '@ffmpeg/core/dist/esm/ffmpeg-core.js',
  [`engines/ffmpeg-${versionOf('@ffmpeg/core')}/ffmpeg-core.wasm`]: '@ffmpeg/core/dist/esm/ffmpeg-core.wasm',
  [`engines/silero-${versionOf('@ricky0123/vad-web')}/silero_vad_v5.onnx`]:
    '@ricky0123/vad-web/dist/silero_vad_v5.onnx',
  [`engines/lame-${versionOf('wasm-media-encoders')}/mp3.wasm`]: 'wasm-media-encoders/wasm/mp3.wasm',
  [`engines/zxing-${versionOf('zxing-wasm')}/zxing_reader.wasm`]: 'zxing-wasm/dist/reader/zxing_reader.wasm',
  ...Object.fromEntries(
    Object.entries(kernel.paths).map(([name, path]) => [
      `engines/kernel-${kernel.hash}/${name}`,
      relative(join(root, 'node_modules'), path),
    ]),
  ),
};

const mimeTypes: Record<string, string> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  wasm: 'application/wasm',
};

/** Emits the engines into the build and serves the same addresses while developing and testing. */
function serveEngines(): Plugin {
  return {
    name: 'engines',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const source = engines[(request.url ?? '').split('?')[0]?.slice(1) ?? ''];
        if (!source) return next();
        const path = join(root, 'node_modules', source);
        response.setHeader(
          'content-type',
          mimeTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        );
        response.setHeader('content-length', statSync(path).size);
        response.setHeader('cross-origin-resource-policy', 'same-origin');
        response.setHeader('cross-origin-embedder-policy', 'require-corp');
        createReadStream(path).pipe(response);
      });
    },
    async generateBundle() {
      for (const [fileName, source] of Object.entries(engines)) {
        this.emitFile({
          type: 'asset',
          fileName,
          source: await readFile(join(root, 'node_modules', source)),
        });
      }
    },
  };
}

/** Offers the model of the fixture to tests. In development the server of the product does. */
function serveFixture(): Plugin | null {
  if (!process.env['VITEST']) return null;
  const server = createModelServer();
  server.add(join(root, 'models/fixture'));
  return server;
}

/** Imported modules run first, so the symbols have to be defined at the start of every chunk that uses them. */
const beforeAllElse = {
  postBanner: ({ modules }: Rolldown.RenderedChunk) =>
    Object.values(modules).some(({ code }) => code === null || usesSymbols(code)) ? disposableSymbols : '',
};

/** What runs before the scripts of the page have come (`web/start.ts`), and what it needs. */
const firstOfAll =
  /\/web\/(start\.rules|lib\/(early-calls|browser-storage|tokens|http\.rules)|i18n\/languages)\.ts$|\/api\/contract\/(limits|time)\.ts$/;

/**
 * What the page needs before any screen lies in two chunks, packages and our own code, so that an update of ours leaves the
 * packages in the cache. Modules that the same screens load lie in one chunk each. Small chunks are not merged: a screen would
 * load 20 to 120 kB of others (`docs/decisions/load.md`).
 */
const fewChunks = {
  codeSplitting: {
    groups: [
      { name: 'start', test: firstOfAll, priority: 4 },
      { name: 'packages', tags: ['$initial' as const], test: /node_modules|@oxc-project/, priority: 3 },
      { name: 'first', tags: ['$initial' as const], priority: 2 },
      { name: 'shared', minShareCount: 2, entriesAware: true },
    ],
  },
  // Seven characters of a hash tell 2^42 contents of a name apart. Names do not compress, and chunks name each other some thousand times.
  chunkFileNames: ({ name }: { name: string }) =>
    `assets/${name.replace(/~.*/, '').replace('shared', 's')}-[hash:7].js`,
};

/** Fails the build if chunks import each other in a circle: one of them would run before what it needs. */
function refuseChunkCycles(): Plugin {
  return {
    name: 'chunk-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const visit = (name: string, path: readonly string[]): void => {
        if (path.includes(name))
          this.error(`Chunks import each other in a circle: ${[...path, name].join(' → ')}`);
        if (done.has(name)) return;
        const chunk = bundle[name];
        if (chunk?.type === 'chunk') for (const next of chunk.imports) visit(next, [...path, name]);
        done.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}

/** The door of a feature only names what others may use: nobody loads all of the feature for one name. */
const doorsAreTransparent = [{ test: /\/web\/features\/[^/]+\/index\.ts$/, sideEffects: false }];

const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * Header of modules in tests. Without it the browser requests all modules of a worker anew each time a test starts that worker,
 * although no module changes while tests run.
 */
const cached = { 'cache-control': 'max-age=3600' };

/** Tests that record hear Chromium's own microphone: a beep every second. Nobody is there to allow it. */
const testLaunch = {
  ...chromiumLaunch,
  args: [...chromiumLaunch.args, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
};

/** Real recordings for the tests that want them (`AUDIO_DIR=… npm test`); without, those tests say that they are skipped. */
const audioDir = process.env['AUDIO_DIR'] ?? '';
const audioFiles = audioDir ? readdirSync(audioDir, { recursive: true }).map(String).toSorted() : [];

/** What all projects of browser tests have in common. */
const inBrowser = (name: string, engine: Engine, provider: BrowserProviderOption) => ({
  name,
  root,
  provide: {
    audio: { dir: audioDir, files: audioFiles, isLong: Boolean(process.env['TEST_LONG']) },
    engine,
  },
  fileParallelism: false,
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    commands: { windowsByServer },
    provider,
    instances: [{ browser: engine === 'webkit-unshared' ? ('webkit' as const) : engine }],
  },
});

/** Tests of workers and wasm in stock browsers. Those of the page run in Chromium only: they need its commands. */
const otherEngines = (['firefox', 'webkit', 'webkit-unshared'] as const).map((engine) => ({
  extends: true as const,
  test: {
    ...inBrowser(engine, engine, engineProvider(engine)),
    include: ['{workers,wasm}/**/*.browser.test.ts'],
  },
}));

/**
 * Runs the server's speech recognition for tests that compare the device with it. Node imports the file itself, since
 * the loader of this configuration does not know `#api`.
 */
async function windowsByServer(_context: unknown, file: string): Promise<unknown> {
  const path = join(root, 'api/testing/engine/server-windows.ts');
  const server = (await import(pathToFileURL(path).href)) as {
    windowsByServer(file: string): Promise<unknown>;
  };
  return await server.windowsByServer(file);
}

export default defineConfig({
  root: join(root, 'web'),
  publicDir: join(root, 'web/public'),
  cacheDir: join(root, 'node_modules/.vite'),
  plugins: [
    react(),
    serveEngines(),
    serveManifests(),
    serveFixture(),
    provideSymbols(),
    splitWords(),
    dropLocales(),
    startEarly(join(root, 'web')),
    refuseChunkCycles(),
  ],
  define: {
    __ENGINES__: JSON.stringify({
      ort: `/engines/ort-${versionOf('onnxruntime-web')}/`,
      ffmpeg: `/engines/ffmpeg-${versionOf('@ffmpeg/core')}/`,
      silero: `/engines/silero-${versionOf('@ricky0123/vad-web')}/`,
      lame: `/engines/lame-${versionOf('wasm-media-encoders')}/`,
      zxing: `/engines/zxing-${versionOf('zxing-wasm')}/`,
      kernel: `/engines/kernel-${kernel.hash}/`,
    }),
    __VERSION__: JSON.stringify(require(join(root, 'package.json')).version),
  },
  resolve: {
    conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'],
  },
  worker: { format: 'es', rolldownOptions: { output: beforeAllElse } },
  build: {
    outDir: join(root, 'dist/page'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { ...beforeAllElse, ...fewChunks },
      treeshake: { moduleSideEffects: doorsAreTransparent },
    },
    chunkSizeWarningLimit: 1500,
  },
  server: {
    headers: process.env['VITEST'] ? { ...isolation, ...cached } : isolation,
    fs: { allow: audioDir ? [root, audioDir] : [root] },
  },
  preview: { headers: isolation },
  optimizeDeps: {
    entries: ['main.tsx', '../workers/**/*.worker.ts'],
    include: [
      'onnxruntime-web/wasm',
      'onnxruntime-web/webgpu',
      '@huggingface/tokenizers',
      'hash-wasm',
      'wasm-media-encoders',
      'zxing-wasm/reader',
      'mediabunny',
      'axe-core',
      'fast-check',
      'zod',
      'marked',
      'valtio/utils',
      // Found while tests run otherwise, and the browser would reload in the middle of one.
      'react',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-aria-components',
      '@simplewebauthn/browser',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tanstack/react-virtual',
      'hono/client',
      'valtio',
      'clsx',
      'uqr',
      'idb',
      'lucide-react',
      'i18next',
      'react-i18next',
    ],
  },
  test: {
    // generous, because a machine that others use may be several times slower
    expect: { poll: { timeout: 250_000 } },
    testTimeout: 900_000,
    hookTimeout: 900_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          root,
          environment: 'node',
          include: ['{web,workers,wasm,models,api,tools,bench,e2e}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.*', ...(process.env['TEST_LONG'] ? [] : ['**/*.long.test.*'])],
          pool: 'forks',
          // Files share a process: a process for each file takes half a second more.
          isolate: false,
          maxWorkers: 2,
          setupFiles: ['same-cases', 'clean-globals'].map((name) => join(root, `wasm/testing/${name}.ts`)),
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser('browser', 'chromium', playwright({ launchOptions: testLaunch })),
          include: ['{web,workers,wasm}/**/*.browser.test.{ts,tsx}'],
        },
      },
      ...otherEngines,
    ],
  },
});
