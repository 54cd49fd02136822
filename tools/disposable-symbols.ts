import type { Plugin } from 'vite';

/** Defines the symbols that WebKit lacks. Without them compiled `using`, and classes with these methods, fail. */
export const disposableSymbols =
  "Symbol.dispose??=Symbol.for('Symbol.dispose');Symbol.asyncDispose??=Symbol.for('Symbol.asyncDispose');";

const usesThem = /Symbol\.(?:asyncD|d)ispose|\busing\b/;

/**
 * Puts the script before each module that uses the symbols. In development and tests the modules are not bundled and
 * run in no known order.
 */
export function provideSymbols(): Plugin {
  return {
    name: 'disposable-symbols',
    apply: 'serve',
    enforce: 'pre',
    transform: (code, id) =>
      /\.[cm]?[jt]sx?(?:$|\?)/.test(id) && usesThem.test(code) ? `${disposableSymbols}${code}` : null,
  };
}
