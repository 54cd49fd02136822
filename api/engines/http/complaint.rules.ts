import { z } from 'zod';

/**
 * The error that a server reported: its code and parameter in lower case, and `names`, which searches the text for a
 * phrase.
 */
export type Complaint = { code: string; param: string; names: (phrase: string) => boolean };

const name = z.union([z.string(), z.number()]).nullish().catch(null);
const complaintSchema = z.object({ error: z.unknown() });
const complaintErrorSchema = z.object({ code: name, type: name, param: name });

/** Parses the body of an error. Its text is not returned, because it may repeat the key. */
export function parseComplaint(body: string): Complaint {
  const complaint = complaintSchema.safeParse(jsonOf(body)).data;
  const error = typeof complaint?.error === 'object' && complaint.error !== null ? complaint.error : {};
  const { code, type, param } = complaintErrorSchema.safeParse(error).data ?? {};
  const all = body.slice(0, 2_000).toLowerCase();
  return {
    code: String(code ?? type ?? '').toLowerCase(),
    param: String(param ?? '').toLowerCase(),
    names: (phrase) => all.includes(phrase),
  };
}

const missingPhrases = ['not found', 'not exist', 'unknown model', 'invalid model', 'no such model'];

/**
 * Whether an error is about the name of the model. Some servers name the parameter or send a code. For others the text
 * is searched for the word `model` with one of the phrases, so that an error about the format is not taken for it.
 */
export const concernsModel = (status: number, { code, param, names }: Complaint): boolean =>
  code === 'model_not_found' ||
  param === 'model' ||
  (param === '' && names('model') && (status === 404 || missingPhrases.some(names)));

export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
