const defaultNames = ['AppError', 'HTTPException'];

/** Only what speaks HTTP makes errors with a status. Option `names`: the classes. */
export const httpErrorsInRoutes = {
  meta: { schema: [{ type: 'object' }] },
  createOnce(context) {
    const check = (node, name) => {
      const names = context.options[0]?.names ?? defaultNames;
      if (names.includes(name)) context.report({ node, message: `${name} is made in routes only.` });
    };
    return {
      NewExpression: (node) => check(node.callee, node.callee.name),
      ClassDeclaration: (node) => node.superClass && check(node.superClass, node.superClass.name),
    };
  },
};
