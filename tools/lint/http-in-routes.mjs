const isHttp = (specifier) => /^(hono|@hono\/.*|hono\/.*)$/.test(specifier);

/**
 * Forbids imports of Hono, types included, outside of HTTP code. Other code throws an error code, to which `api/http`
 * assigns a status.
 */
export const httpInRoutes = {
  create(context) {
    const check = (node) => {
      if (node.source && isHttp(node.source.value))
        context.report({ node, message: 'Only routes and api/http speak HTTP: refuse by an error code.' });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};
