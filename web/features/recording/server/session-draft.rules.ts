import type { ErrorBody } from '#api/contract/error-body.ts';
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

type Refusal = { code: string; body: Pick<ErrorBody, 'errors'> | null };

const optionPath = /^session\.settings\.options\.(\d+)$/;

/**
 * Returns the draft without the processing options that the server has refused, because the person's role does not have them any
 * more, or the host. A recording never waits for a choice of options. Null if something else was refused.
 */
export function withoutRefused(draft: SessionDraft, { code, body }: Refusal): SessionDraft | null {
  const { options, ...settings } = draft.settings;
  if (!(code === 'processing.option_unknown' || code === 'domain.off') || !Array.isArray(options))
    return null;
  const refused = new Set((body?.errors ?? []).map(({ path }) => optionPath.exec(path)?.[1]));
  const left = options.filter((_, index) => !refused.has(String(index)));
  // Where the server does not say which ones, none is asked for.
  return { ...draft, settings: { ...settings, options: left.length < options.length ? left : [] } };
}
