import type { Plugin } from 'vite';

/** Defines the symbols that WebKit lacks. Without them compiled `using`, and classes with these methods, fail. */
export const disposableSymbols =
  "Symbol.dispose??=Symbol.for('Symbol.dispose');Symbol.asyncDispose??=Symbol.for('Symbol.asyncDispose');";

/** True for code that uses the symbols, or `using` before it is compiled. */
export const usesSymbols = (code: string): boolean => /Symbol\.(?:asyncD|d)ispose|\busing\b/.test(code);

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
      /\.[cm]?[jt]sx?(?:$|\?)/.test(id) && usesSymbols(code) ? `${disposableSymbols}${code}` : null,
  };
}
