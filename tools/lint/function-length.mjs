const nameOf = ({ id, parent }) => id?.name ?? parent?.id?.name ?? parent?.key?.name ?? '';

/** Limits the length of functions. Components (that contain JSX, or have a PascalCase name in a `.tsx`) may be longer. */
export const functionLength = {
  meta: { schema: [{ type: 'object' }] },
  createOnce(context) {
    let functions = [];
    const enter = (node) => {
      functions.push({ node, draws: false });
    };
    const leave = () => {
      const { node, draws } = functions.pop();
      const { max, component } = context.options[0];
      if (node.range[1] - node.range[0] <= max) return;
      const lines = node.loc.end.line - node.loc.start.line + 1;
      const name = nameOf(node);
      const isComponent = draws || (context.filename.endsWith('.tsx') && /^[A-Z]/.test(name));
      const most = isComponent ? component : max;
      if (lines <= most) return;
      const what = `${isComponent ? 'component' : 'function'}${name ? ` ${name}` : ''}`;
      context.report({
        loc: { start: node.loc.start, end: { ...node.loc.start, column: node.loc.start.column + 1 } },
        message: `The ${what} has ${lines} lines. The most is ${most}.`,
      });
    };
    const draw = () => {
      const innermost = functions.at(-1);
      if (innermost) innermost.draws = true;
    };
    return {
      before() {
        functions = [];
      },
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      'FunctionDeclaration:exit': leave,
      'FunctionExpression:exit': leave,
      'ArrowFunctionExpression:exit': leave,
      JSXElement: draw,
      JSXFragment: draw,
    };
  },
};
