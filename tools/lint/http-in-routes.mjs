const isHttp = (specifier) => /^(hono|@hono\/.*|hono\/.*)$/.test(specifier);

/** Only what speaks HTTP imports Hono, types included. All else refuses by an error code, which `api/http` gives a status. */
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
