/** Forbids `as never`, which hides the actual type of a request or response from the typed client. */
export const noAsNever = {
  createOnce: (context) => ({
    TSAsExpression(node) {
      if (node.typeAnnotation.type === 'TSNeverKeyword')
        context.report({ node: node.typeAnnotation, message: 'Give the type that it has, not never.' });
    },
  }),
};
