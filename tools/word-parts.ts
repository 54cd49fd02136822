import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { pickWords, wordParts, type WordPart } from '../web/i18n/word-parts.ts';

const wordsOfPart = /^(.*\/web\/i18n\/(\w\w)\/index\.ts)\?part=(\w+)$/;

/**
 * Makes a chunk of each part of the words of a language: `import('./de/index.ts?part=first')`. In development and tests each part
 * has all words, so that a changed word file is loaded anew.
 */
export function splitWords(): Plugin {
  let isBuild = false;
  return {
    name: 'word-parts',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async load(id) {
      const [, path, language, part] = wordsOfPart.exec(id) ?? [];
      if (!path || !language || !part) return null;
      if (!isBuild) return `export { ${language} as words } from ${JSON.stringify(path)};`;
      if (!wordParts.includes(part as WordPart)) this.error(`Words have no part "${part}".`);
      const all = (await import(pathToFileURL(path).href)) as Record<string, Parameters<typeof pickWords>[0]>;
      return `export const words = ${JSON.stringify(pickWords(all[language] ?? {}, part as WordPart))};`;
    },
  };
}
