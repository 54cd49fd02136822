const builders = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'replaceInto',
  'mergeInto',
]);
const statement =
  /^\s*(select|insert|update|delete|replace|with|create|drop|alter|begin|commit|rollback|savepoint|pragma|attach|vacuum)\s/i;

const textOf = (node) => {
  if (node?.type === 'TemplateLiteral') return node.quasis[0].value.raw;
  return typeof node?.value === 'string' ? node.value : '';
};

/** Forbids SQL outside of `*.store.ts`: calls of the query builder, and statements as text. */
export const sqlInStores = {
  createOnce(context) {
    const message = 'SQL stands in a *.store.ts.';
    return {
      CallExpression(node) {
        const name = node.callee.type === 'MemberExpression' ? node.callee.property.name : null;
        const isRaw = (name === 'prepare' || name === 'exec') && statement.test(textOf(node.arguments[0]));
        if (builders.has(name) || isRaw) context.report({ node: node.callee.property, message });
      },
      TaggedTemplateExpression(node) {
        const text = `${textOf(node.quasi)} `;
        if (node.tag.name === 'sql' && statement.test(text)) context.report({ node: node.tag, message });
      },
    };
  },
};
