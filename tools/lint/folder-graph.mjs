// Graph of the imports between folders of the whole repository. Tests and their helpers do not count; imports of types
// do.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { targetOf } from './imports.mjs';

export const isTestCode = (path) =>
  /\.test\.tsx?$|[.-](doubles?|fixture|suite)\.tsx?$|\/testing\/|\/test-[^/]+$/.test(path);

/** Returns the folder that counts for cycles: a feature or a shared part, else the folder below the top one. */
export function folderOf(path) {
  const [top, first, second, ...rest] = path.split('/');
  if (!['web', 'api', 'workers', 'wasm'].includes(top) || first === undefined) return null;
  if (second === undefined) return `${top} (root)`;
  if (top === 'web' && (first === 'features' || first === 'parts'))
    return rest.length ? `web/${first}/${second}` : `web/${first}`;
  return `${top}/${first}`;
}

const importPattern = /(?:from|import|import\()\s*['"]([#.][^'"]+)['"]/g;

function sourcesBelow(root, top) {
  if (!existsSync(join(root, top))) return [];
  return readdirSync(join(root, top), { recursive: true })
    .map((name) => `${top}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !isTestCode(path) && !path.includes('/node_modules/'));
}

/** Returns for each folder the folders that it imports, each with one example `[from, to]`. */
export function readGraph(root) {
  const graph = new Map();
  for (const path of ['web', 'api', 'workers', 'wasm'].flatMap((top) => sourcesBelow(root, top))) {
    const folder = folderOf(path);
    for (const [, specifier] of readFileSync(join(root, path), 'utf8').matchAll(importPattern)) {
      const target = targetOf(path, specifier);
      const other = folderOf(target);
      if (other === null || other === folder || isTestCode(target)) continue;
      if (other.split(/[/ ]/)[0] !== folder.split(/[/ ]/)[0]) continue;
      if (!graph.has(folder)) graph.set(folder, new Map());
      if (!graph.get(folder).has(other)) graph.get(folder).set(other, [path, target]);
    }
  }
  return graph;
}

/** Returns the shortest path between folders as a list of edges, or null if there is none. */
export function pathBetween(graph, start, end) {
  const cameFrom = new Map([[start, null]]);
  const waiting = [start];
  for (const folder of waiting) {
    if (folder === end) break;
    for (const [next, example] of graph.get(folder) ?? [])
      if (!cameFrom.has(next)) {
        cameFrom.set(next, { folder, next, example });
        waiting.push(next);
      }
  }
  if (!cameFrom.has(end)) return null;
  const way = [];
  for (let edge = cameFrom.get(end); edge; edge = cameFrom.get(edge.folder)) way.unshift(edge);
  return way;
}
