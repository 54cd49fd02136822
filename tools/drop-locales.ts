import type { Plugin } from 'vite';
import { languages } from '../web/i18n/languages.ts';

const sentencesOf = /[\\/]react-aria(?:-components)?[\\/].*[\\/]([a-z]{2})-[A-Z]{2}\.mjs$/;

/**
 * React Aria brings its few sentences in 34 languages, and a bundler takes all of them. Only those of our languages are built
 * into the page; English stands for the others.
 */
export function dropLocales(): Plugin {
  return {
    name: 'drop-locales',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [, language] = sentencesOf.exec(id) ?? [];
      if (!language || (languages as readonly string[]).includes(language)) return null;
      return { code: "export { default } from './en-US.mjs';", moduleType: 'js' };
    },
  };
}
