import { folderOf, isTestCode, readGraph, pathBetween } from './folder-graph.mjs';
import { visitImports } from './imports.mjs';

let graph = null;
const pathsBack = new Map();

/** Returns the path by which `to` imports `from`. It is cached for each pair of folders. */
function pathBack(root, from, to) {
  graph ??= readGraph(root);
  const key = `${to} ${from}`;
  if (!pathsBack.has(key)) pathsBack.set(key, pathBetween(graph, to, from));
  return pathsBack.get(key);
}

/** Forbids cycles of imports between folders. Each import of a cycle is reported with the imports that lead back. */
export const folderCycles = {
  createOnce: (context) =>
    visitImports(context, ({ node, from, to }) => {
      const [folder, other] = [folderOf(from), folderOf(to)];
      if (folder === null || other === null || folder === other || isTestCode(from) || isTestCode(to)) return;
      const path = pathBack(context.cwd, folder, other);
      if (path === null) return;
      const back = path.map((edge) => `${edge.example[0]} imports ${edge.example[1]}`).join(', ');
      context.report({
        node,
        message: `${folder} imports ${other}, which leads back: ${from} imports ${to}, ${back}.`,
      });
    }),
};
