/** A piece of JSON text that stands in a value as it is, because no value makes it: `-0`, `1e999`, a thousand brackets. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value that `toJsonText` writes. Keys such as `__proto__` are made by `Object.fromEntries`. */
export type Json =
  | null
  | boolean
  | number
  | string
  | RawJson
  | readonly Json[]
  | { readonly [key: string]: Json };

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
export const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson);

export function toJsonText(value: Json): string {
  if (value instanceof RawJson) return value.text;
  if (isList(value)) return `[${value.map(toJsonText).join(',')}]`;
  if (isRecord(value)) {
    const fields = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${toJsonText(each)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}
