import type { OfferedOption, OptionDraft, ProcessingOption } from '#api/contract/option.ts';

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

/**
 * Returns the indexes of the drafts that name a role which neither the host has nor their option had before.
 * @param roles ids of the roles of the host
 */
export function withUnknownRoles(
  former: readonly ProcessingOption[],
  drafts: readonly OptionDraft[],
  roles: readonly string[],
): number[] {
  const before = new Map(former.map((option) => [option.label, option.roles]));
  return drafts.flatMap((draft, index) =>
    draft.roles.every((role) => roles.includes(role) || before.get(draft.label)?.includes(role))
      ? []
      : [index],
  );
}
