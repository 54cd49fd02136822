import { createHash } from 'node:crypto';
import type { AdminDomain, OfferedOption, OptionDraft, ProcessingOption } from '#api/contract/option.ts';

/** Returns the engine that would make a result now; null if that needs a language model and none is set up (§10.17). */
export function engineOf(form: OptionDraft['form'], hasModel: boolean): OfferedOption['engine'] {
  if (hasModel) return 'llm';
  return form === 'translation' || form === 'prompt' ? null : 'extract';
}

/** True if the host has switched off results of this form. */
export const isFormOff = (form: OptionDraft['form'], tags: readonly string[]): boolean =>
  form === 'claims' && !tags.includes('fact_check');

/** Sorts options: those enabled by default first, then by label (§3). */
export const inOrder = <O extends Pick<OptionDraft, 'enabled_by_default' | 'label'>>(
  options: readonly O[],
): O[] =>
  options.toSorted(
    (a, b) =>
      Number(b.enabled_by_default) - Number(a.enabled_by_default) ||
      (a.label < b.label ? -1 : Number(a.label > b.label)),
  );

/**
 * Returns the options that a role is offered, sorted. `role` is null for a person without a role, who is offered only the
 * options for everybody.
 */
export const offeredOf = (
  options: readonly ProcessingOption[],
  role: string | null,
  hasModel: boolean,
): OfferedOption[] =>
  existingOf(
    options.filter(({ roles }) => roles.length === 0 || (role !== null && roles.includes(role))),
    hasModel,
  );

/** Returns options as they are offered, without prompts and roles, sorted. */
export const existingOf = (options: readonly ProcessingOption[], hasModel: boolean): OfferedOption[] =>
  inOrder(options).map(({ label, names, enabled_by_default, form, target }) => ({
    label,
    names,
    enabled_by_default,
    form,
    target,
    engine: engineOf(form, hasModel),
  }));

/**
 * Gives a new rev to options whose results would be made differently.
 * @param nowS time of the change, s since the epoch. It is the new rev, so that no rev comes twice, not even after a return
 *   to the shipped options.
 */
export function withRevs(
  former: readonly ProcessingOption[],
  drafts: readonly OptionDraft[],
  nowS: number,
): ProcessingOption[] {
  const byLabel = new Map(former.map((option) => [option.label, option]));
  return drafts.map((draft) => {
    const before = byLabel.get(draft.label);
    const isSame =
      before !== undefined &&
      before.form === draft.form &&
      before.target === draft.target &&
      before.prompt === draft.prompt;
    return { ...draft, rev: isSame ? before.rev : Math.max(nowS, (before?.rev ?? 0) + 1) };
  });
}

/** Returns the indexes of the drafts that name a role which their option did not have before. */
export function withNewRoles(former: readonly ProcessingOption[], drafts: readonly OptionDraft[]): number[] {
  const before = new Map(former.map(({ label, roles }) => [label, roles]));
  return drafts.flatMap(({ label, roles }, index) =>
    roles.every((role) => before.get(label)?.includes(role)) ? [] : [index],
  );
}

/**
 * True if a superuser of `ownHost` may administer `host`. Superusers of the server's own host may administer every host, others
 * their own host alone.
 */
export const mayAdminister = (ownHost: string, publicHost: string, host: string): boolean =>
  ownHost === publicHost || ownHost === host;

/** Returns the entity tag of a host's options, which changes when they change (RFC 9110, 8.8.3). */
export function toTag(domain: Omit<AdminDomain, 'etag'>): string {
  const digest = createHash('sha256').update(JSON.stringify([domain.own, domain.options]));
  return `"${digest.digest('base64url').slice(0, 22)}"`;
}

/** True if `If-Match` allows the change (RFC 9110, 13.1.1); without the header every change is allowed. */
export const matches = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined || ifMatch.split(',').some((one) => one.trim() === '*' || one.trim() === tag);
