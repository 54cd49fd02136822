import type { Plugin } from 'vite';

/** WebKit has no `Symbol.dispose`: there `using`, as it is compiled, and each class with such a method would fail. */
export const disposableSymbols =
  "Symbol.dispose??=Symbol.for('Symbol.dispose');Symbol.asyncDispose??=Symbol.for('Symbol.asyncDispose');";

const usesThem = /Symbol\.(?:asyncD|d)ispose|\busing\b/;

/** While developing and testing modules stay apart: each that uses the symbols makes sure of them, since nobody knows which comes first. */
export function provideSymbols(): Plugin {
  return {
    name: 'disposable-symbols',
    apply: 'serve',
    enforce: 'pre',
    transform: (code, id) =>
      /\.[cm]?[jt]sx?(?:$|\?)/.test(id) && usesThem.test(code) ? `${disposableSymbols}${code}` : null,
  };
}
