const isHttp = (specifier) => /^(hono|@hono\/.*|hono\/.*)$/.test(specifier);

/**
 * Only HTTP code imports Hono, types included. Other code throws an error code, and `api/http` assigns a status to it.
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
