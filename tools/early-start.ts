import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { languages } from '../web/i18n/languages.ts';
import { wordParts } from '../web/i18n/word-parts.ts';
import type { StartPlan } from '../web/start.rules.ts';

/** The screens that people open most, with the parts of the words that they wait for. */
const screens: readonly { path: string; module: string; parts: StartPlan['screens'][number]['parts'] }[] = [
  { path: '^/$', module: 'features/home/home-screen.tsx', parts: [] },
  { path: '^/signin$', module: 'features/auth/signin-screen.tsx', parts: [] },
  { path: '^/library$', module: 'features/library/library-screen.tsx', parts: ['work'] },
  { path: '^/library/', module: 'features/session/detail/session-screen.tsx', parts: ['work', 'session'] },
  { path: '^/create$', module: 'features/session/create/create-screen.tsx', parts: ['work', 'rest'] },
];

/** The fonts of interface and texts. If they came late, the text of the first screen would move. */
const firstFonts = /source-(?:sans-3|serif-4)-latin-wght-normal-[^/]+\.woff2$/;

type Bundle = Rolldown.OutputBundle;

const chunksOf = (bundle: Bundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

/** Returns the chunk of a module that is loaded by `import()`, or that starts the page. */
function chunkOf(bundle: Bundle, isModule: (id: string) => boolean): Rolldown.OutputChunk {
  const found = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId && isModule(facadeModuleId));
  if (!found) throw new Error('A module that the start of the page names has no chunk.');
  return found;
}

/** Returns the files of a chunk and of all chunks that it imports, styles too. */
export function filesWith(
  bundle: Bundle,
  chunk: Rolldown.OutputChunk,
  done = new Set<string>(),
): Set<string> {
  if (done.has(chunk.fileName)) return done;
  done.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) done.add(style);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === 'chunk') filesWith(bundle, next, done);
  }
  return done;
}

function planOf(bundle: Bundle, webDir: string): StartPlan {
  const always = filesWith(
    bundle,
    chunkOf(bundle, (id) => id.endsWith('/index.html')),
  );
  return {
    screens: screens.map(({ path, module, parts }) => {
      const files = filesWith(
        bundle,
        chunkOf(bundle, (id) => id === join(webDir, module)),
      );
      return { path, parts, files: [...files].filter((file) => !always.has(file)).map((file) => `/${file}`) };
    }),
    words: Object.fromEntries(
      languages.map((language) => [
        language,
        Object.fromEntries(
          wordParts.map((part) => {
            const id = `${join(webDir, 'i18n', language, 'index.ts')}?part=${part}`;
            return [part, `/${chunkOf(bundle, (one) => one === id).fileName}`];
          }),
        ),
      ]),
    ),
  };
}

/** Adds `web/start.ts` to the built page, with the list of the files of each screen. */
export function startEarly(webDir: string): Plugin {
  const path = join(webDir, 'start.ts');
  return {
    name: 'early-start',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: path, name: 'start' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const start = chunkOf(bundle, (id) => id === path);
        const fonts = Object.keys(bundle).filter((name) => firstFonts.test(name));
        return [
          // It stands before the script of the page, because scripts of modules run in their order.
          {
            tag: 'script',
            attrs: { type: 'module', crossorigin: '', src: `/${start.fileName}` },
            injectTo: 'head-prepend',
          },
          ...fonts.map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
            injectTo: 'head' as const,
          })),
          {
            tag: 'meta',
            attrs: { name: 'start-plan', content: JSON.stringify(planOf(bundle, webDir)) },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}
