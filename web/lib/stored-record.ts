import { isRecord } from './is-record.ts';

/** Returns the object that a text of JSON holds; an empty one if there is no text, or if it holds anything else. */
export function recordOf(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the object that is stored as JSON under a name, as `recordOf` does. */
export const storedRecord = (storage: Pick<Storage, 'getItem'>, key: string): Record<string, unknown> =>
  recordOf(storage.getItem(key));
