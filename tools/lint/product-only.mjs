import { isTestCode } from './folder-graph.mjs';
import { visitImports } from './imports.mjs';

const isProduct = (path) => /^(web|api|workers|wasm|models)\//.test(path);
const isForTestsOnly = (path) => /^(tools|bench|e2e|wasm\/reference)\//.test(path) || isTestCode(path);

/** Forbids imports of commands, benchmarks, reference implementations and test helpers in product code. */
export const productOnly = {
  createOnce: (context) =>
    visitImports(context, ({ node, from, to }) => {
      if (isProduct(from) && !isForTestsOnly(from) && isForTestsOnly(to))
        context.report({ node, message: `${to} is for tests, measurements and commands only.` });
    }),
};
