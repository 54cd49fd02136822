// Imports of a file, as paths from the root of the repository.
import { posix, relative } from 'node:path';

export const pathOf = (context) => relative(context.cwd, context.filename).replaceAll('\\', '/');

export function targetOf(from, specifier) {
  const [plain] = specifier.split('?');
  if (plain.startsWith('#')) return plain.slice(1);
  return plain.startsWith('.') ? posix.join(posix.dirname(from), plain) : null;
}

/** Calls `report` for each import, export from and `import()` of the file, types included. */
export function visitImports(context, report) {
  const visit = (node, source, isLazy) => {
    if (typeof source?.value !== 'string') return;
    const from = pathOf(context);
    const to = targetOf(from, source.value);
    if (to !== null) report({ node, from, to, isLazy });
  };
  return {
    ImportDeclaration: (node) => visit(node, node.source, false),
    ExportNamedDeclaration: (node) => visit(node, node.source, false),
    ExportAllDeclaration: (node) => visit(node, node.source, false),
    ImportExpression: (node) => visit(node, node.source, true),
    TSImportType: (node) => visit(node, node.source ?? node.argument?.literal, false),
  };
}
