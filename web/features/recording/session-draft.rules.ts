import { limits } from '#api/contract/limits.ts';
import type { SessionDraft } from '#api/contract/session.ts';

const isSmall = (settings: SessionDraft['settings']): boolean =>
  new TextEncoder().encode(JSON.stringify(settings)).byteLength <= limits.maxKeptJsonBytes;

/**
 * The next session of a recording takes over the settings of the one before, which an older server may have accepted without a
 * limit. If they are too large for this server, only the processing options are taken over, so that the recording is not held up.
 */
export function toSendable({ settings, ...draft }: SessionDraft): SessionDraft {
  const { options } = settings;
  const fitting = [settings, options === undefined ? {} : { options }].find(isSmall) ?? {};
  return { ...draft, settings: fitting };
}
