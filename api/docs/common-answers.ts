import { errorCatalogue, type ErrorCode } from '#api/contract/errors.ts';
import type { Operation, Spec } from './docs-page.ts';

/**
 * Adds the errors of every route that takes a body (`api/http/body.ts`) or checks a query or headers. The routes do not
 * list these errors.
 */
export function addCommonAnswers(spec: Spec): Spec {
  for (const operation of Object.values(spec.paths).flatMap((methods) => Object.values(methods)))
    for (const code of commonCodes(operation)) addAnswer(operation, code);
  return spec;
}

function commonCodes({ parameters = [], requestBody, responses = {} }: Operation): ErrorCode[] {
  const isChecked = requestBody !== undefined || parameters.some((parameter) => parameter.in !== 'path');
  const invalid: ErrorCode[] = isChecked ? ['request.invalid'] : [];
  if (!requestBody) return invalid;
  // A route that takes another body than JSON names its own error for a body that is too large.
  const hasOwnLimit = !requestBody.content?.['application/json'] && responses['413'] !== undefined;
  const tooLarge: ErrorCode[] = hasOwnLimit ? [] : ['request.too_large'];
  return [...invalid, 'request.timeout', ...tooLarge, 'request.media_type'];
}

function addAnswer(operation: Operation, code: ErrorCode): void {
  const [status] = errorCatalogue[code];
  const responses = (operation.responses ??= {});
  const there = responses[String(status)];
  // Every route may answer 400 with the common error body.
  const content = responses['400']?.content ?? {};
  responses[String(status)] = there
    ? { ...there, description: `${there.description ?? ''}, ${code}` }
    : { description: code, content };
}
