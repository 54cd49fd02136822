import { folderOf, isTestCode, readGraph, wayBetween } from './folder-graph.mjs';
import { visitImports } from './imports.mjs';

let graph = null;
const waysBack = new Map();

/** The path by which `to` imports `from`, cached for each pair of folders. */
function wayBack(root, from, to) {
  graph ??= readGraph(root);
  const key = `${to} ${from}`;
  if (!waysBack.has(key)) waysBack.set(key, wayBetween(graph, to, from));
  return waysBack.get(key);
}

/** Imports between folders have no cycles. Each import in a cycle is reported with the path back. */
export const folderCycles = {
  createOnce: (context) =>
    visitImports(context, ({ node, from, to }) => {
      const [folder, other] = [folderOf(from), folderOf(to)];
      if (folder === null || other === null || folder === other || isTestCode(from) || isTestCode(to)) return;
      const way = wayBack(context.cwd, folder, other);
      if (way === null) return;
      const back = way.map((edge) => `${edge.example[0]} imports ${edge.example[1]}`).join(', ');
      context.report({
        node,
        message: `${folder} imports ${other}, which leads back: ${from} imports ${to}, ${back}.`,
      });
    }),
};
