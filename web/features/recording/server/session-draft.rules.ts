import { limits } from '#api/contract/limits.ts';
import type { SessionDraft } from '#api/contract/session.ts';

const isSmall = (settings: SessionDraft['settings']): boolean =>
  new TextEncoder().encode(JSON.stringify(settings)).byteLength <= limits.maxStoredJsonBytes;

/**
 * Copies the settings of the previous session for the next one. An older server may have accepted settings of any size.
 * If they are too large now, only the processing options are copied, so that the recording is not held up.
 */
export function toSendable({ settings, ...draft }: SessionDraft): SessionDraft {
  const { options } = settings;
  const fitting = [settings, options === undefined ? {} : { options }].find(isSmall) ?? {};
  return { ...draft, settings: fitting };
}
