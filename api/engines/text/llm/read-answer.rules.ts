import { parse } from 'partial-json';
import type { z } from 'zod';
import { answerForms, type AnswerForm, type AnswerOf } from './forms.ts';

type Read<Form extends AnswerForm> =
  | { ok: true; answer: AnswerOf<Form> }
  /** Description of the problem for the model. It contains no text of the answer. */
  | { ok: false; problem: string };

/** Parses a JSON answer leniently: it may stand in a code fence or between other text, and may have invalid syntax. */
export function readAnswer<Form extends AnswerForm>(form: Form, text: string): Read<Form> {
  const value = readJson(text);
  if (value === undefined) return { ok: false, problem: 'It is no JSON.' };
  const schema = answerForms[form] as unknown as z.ZodType<AnswerOf<Form>>;
  const read = schema.safeParse(tidy(form, value, true));
  if (read.success) return { ok: true, answer: read.data };
  const problems = read.error.issues
    .slice(0, 5)
    .map(
      ({ path, code }) =>
        `${path.join('.') || 'it'}: ${code === 'invalid_type' ? 'missing or of another type' : code}`,
    );
  return { ok: false, problem: `It does not have the shape (${problems.join('; ')}).` };
}

/** Returns the entries of a streamed answer that are complete so far. */
export function readPartial<Form extends AnswerForm>(form: Form, text: string): AnswerOf<Form> {
  const found = tidy(form, parsePartial(bodyOf(text)) ?? {}, false) as Record<string, unknown>;
  const shape = answerForms[form].shape as Record<string, z.ZodArray>;
  return Object.fromEntries(
    Object.entries(shape).map(([key, list]) => {
      const entries = Array.isArray(found[key]) ? found[key] : [];
      return [key, entries.filter((entry) => (list.element as z.ZodType).safeParse(entry).success)];
    }),
  ) as AnswerOf<Form>;
}

const bodyOf = (text: string): string => text.slice(Math.max(0, text.search(/[[{]/)));

/** Parses JSON leniently. Returns undefined if there is none. */
export function readJson(text: string): unknown {
  const from = text.search(/[[{]/);
  if (from < 0) return undefined;
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const body = text.slice(from, to + 1);
  for (const candidate of [body, mendJson(body), closed(text.slice(from).replace(/`+\s*$/, ''))]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate is more lenient.
    }
  }
  return undefined;
}

function parsePartial(text: string): unknown {
  try {
    // 4 and 8 allow incomplete arrays and objects. Strings must be complete, so that nothing is guessed.
    return parse(text, 4 | 8);
  } catch {
    return undefined;
  }
}

const simple: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Repairs line ends in strings, trailing commas, `None` and the like, and returns the brackets that are not closed. It
 * removes no content, so an answer that ends within a string stays invalid.
 */
function mended(text: string): { text: string; open: string[] } {
  let out = '';
  const open: string[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (inString) {
      if (sign === '\\') {
        const next = text[at + 1] ?? '';
        out += /["\\/bfnrtu]/.test(next) ? sign + next : `\\\\${next}`;
        at += 1;
        continue;
      }
      if (sign === '"') inString = false;
      out += simple[sign] ?? sign;
      continue;
    }
    if (sign === '"') inString = true;
    if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']');
    if (sign === '}' || sign === ']') open.pop();
    const rest = text.slice(at, at + 6);
    if (sign === ',' && /^,\s*[\]}]/.test(text.slice(at, at + 200))) continue;
    const literal = /^(?:None|True|False)\b/.exec(rest)?.[0];
    if (literal) {
      out += { None: 'null', True: 'true', False: 'false' }[literal as 'None'];
      at += literal.length - 1;
      continue;
    }
    out += sign;
  }
  return { text: out, open };
}

const mendJson = (text: string): string => mended(text).text;

function closed(text: string): string {
  const { text: out, open } = mended(text);
  return out.trimEnd().replace(/,$/, '') + open.toReversed().join('');
}

const idFields = new Set(['segments', 'said', 'evidence']);
const textFields = new Set(['text', 'what', 'who', 'due', 'claim', 'reason', 'note', 'doubt', 'id']);

/**
 * Converts other shapes of the same content to the expected one. If `isWhole`, missing fields of entries become empty.
 */
function tidy(form: AnswerForm, value: unknown, isWhole: boolean): unknown {
  const keys = Object.keys(answerForms[form].shape);
  const isBare = Array.isArray(value) && keys.length === 1;
  const object = isBare ? { [keys[0]!]: value } : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object;
  const known = keys.filter((key) => key in object);
  if (known.length === 0) return object;
  return Object.fromEntries(
    keys.map((key) => {
      // A missing list is not replaced by an empty one, which would say something else.
      const isMissing = isWhole && !(key in object);
      const list = isMissing ? undefined : ((object as Record<string, unknown>)[key] ?? []);
      const fields = Object.keys(
        (answerForms[form].shape as Record<string, z.ZodArray<z.ZodObject>>)[key]!.element.shape,
      );
      return [key, Array.isArray(list) ? list.map((entry) => tidyEntry(entry, fields, isWhole)) : list];
    }),
  );
}

function tidyEntry(entry: unknown, fields: readonly string[], isWhole: boolean): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  const given = entry as Record<string, unknown>;
  const missing = isWhole ? fields.filter((field) => !(field in given)) : [];
  return {
    ...Object.fromEntries(
      missing.flatMap((field) =>
        // An entry without its text is invalid.
        ['text', 'what', 'claim', 'id', 'verdict'].includes(field)
          ? []
          : [[field, idFields.has(field) ? [] : '']],
      ),
    ),
    ...Object.fromEntries(Object.entries(given).map(([field, value]) => [field, tidyField(field, value)])),
  };
}

function tidyField(field: string, value: unknown): unknown {
  if (idFields.has(field)) {
    const list = typeof value === 'string' ? value.split(/[\s,;]+/) : value;
    if (!Array.isArray(list)) return value ?? [];
    return list.map(String).map(toName).filter(Boolean).slice(0, 60);
  }
  if (field === 'verdict' && typeof value === 'string')
    return value
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_');
  if (!textFields.has(field)) return value;
  if (field === 'id') return toName(String(value));
  return value === null ? '' : typeof value === 'number' ? String(value) : value;
}

const toName = (name: string): string => name.replace(/[[\]()"'\s]/g, '');
