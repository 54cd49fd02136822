import { useLayoutEffect, useRef, useState } from 'react';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { isApiError } from '#web/lib/http.ts';
import { theirsOf, useDomainCalls } from './domain-admin.state.ts';
import {
  problemsOfForm,
  toForm,
  toValues,
  type DomainForm,
  type DomainProblems,
} from './form/domain-form.rules.ts';
import {
  changedUnits,
  conflictsOf,
  fieldOfUnit,
  merged,
  putOf,
  unitsOf,
  valuesOf,
  valuesOfUnits,
} from './form/domain-values.rules.ts';
import { wrongParts, type PartKey } from './form/parts.rules.ts';
import { toDay } from './form/retention.rules.ts';

/**
 * Edits that are not saved. `base` is the state that they were made from. `raw` is a JSON text that cannot be used yet;
 * null if there is none.
 */
type Draft = { base: AdminDomain; form: DomainForm; raw: string | null };
export type SaveEvents = {
  onSaved(saved: AdminDomain): void;
  /** Nothing was sent, because these parts have a problem. */
  onWrong(parts: ReadonlySet<PartKey>): void;
};

const noProblems: DomainProblems = { fields: new Map(), options: new Map() };
const formOf = (domain: AdminDomain): DomainForm => toForm(valuesOf(domain), domain.options);

/** Holds what is typed, and what is wrong with it once it was checked. */
function useTyped(domain: AdminDomain) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [checks, setChecks] = useState(0);
  const [today] = useState(() => toDay(Date.now()));
  const { base, form, raw } = draft ?? { base: domain, form: formOf(domain), raw: null };
  /** The draft of the last render, for the callbacks of requests: the person may type during a request. */
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  });
  const former = unitsOf(valuesOf(base));
  const mine = unitsOf(toValues(form));
  const changed = draft === null ? [] : changedUnits(former, mine);
  const problems = isChecked ? problemsOfForm(form, base, today) : noProblems;
  return {
    latest,
    former,
    mine,
    setDraft,
    setChecked,
    /** Returns whether the values can be sent. If not, it tells the parts with a problem. */
    check: (wanted: Draft, onWrong: SaveEvents['onWrong']): boolean => {
      const wrong = wrongParts(problemsOfForm(wanted.form, wanted.base, today), wanted.raw !== null);
      setChecked(true);
      setChecks((count) => count + 1);
      if (wrong.size > 0) onWrong(wrong);
      return wrong.size === 0;
    },
    shown: {
      base,
      form,
      raw,
      today,
      changedFields: new Set(changed.map(fieldOfUnit)),
      isDirty: changed.length > 0 || raw !== null,
      problems,
      /** Number of checks so far. Each shows what is wrong once more. */
      checks,
      wrong: wrongParts(problems, isChecked && raw !== null),
      change: (part: Partial<DomainForm>) => setDraft({ base, form: { ...form, ...part }, raw: null }),
      /** Keeps a JSON text that is being typed and cannot be used yet. */
      keepRaw: (text: string) => setDraft({ base, form, raw: text }),
      /** Replaces the options by those that the server has just told. Other changes stay. */
      dropOptions: (saved: AdminDomain) =>
        setDraft(
          (current) =>
            current && { base: saved, form: { ...current.form, options: formOf(saved).options }, raw: null },
        ),
    },
  };
}

/** Holds the edits of a host. Before the first edit and after saving, the form shows what the server has. */
export function useDomainDraft(domain: AdminDomain) {
  const { latest, former, mine, setDraft, setChecked, check, shown } = useTyped(domain);
  const [theirs, setTheirs] = useState<AdminDomain | null>(null);
  const { save, resetOptions, remove, show } = useDomainCalls(domain.host);
  const { base, form, raw } = shown;

  const discard = () => {
    setDraft(null);
    setChecked(false);
    setTheirs(null);
    save.reset();
  };
  const takeTheirs = () => {
    if (theirs) void show(theirs);
    discard();
  };
  const send = async (sent: Draft, from: AdminDomain, { onSaved }: SaveEvents) => {
    let saved: AdminDomain;
    try {
      saved = await save.mutateAsync({ json: putOf(from, toValues(sent.form)), etag: from.etag });
    } catch (error) {
      if (isApiError(error, 'domain.changed'))
        setTheirs(await theirsOf(error, domain.host).catch(() => null));
      return;
    }
    setTheirs(null);
    setChecked(false);
    // Changes that were made during the request stay unsaved.
    setDraft((current) => (current === sent || current === null ? null : { ...current, base: saved }));
    onSaved(saved);
  };
  return {
    ...shown,
    isSaving: save.isPending,
    saveError: save.error,
    discard,
    save: (events: SaveEvents) => {
      const sent = latest.current ?? { base, form, raw };
      if (check(sent, events.onWrong)) void send(sent, base, events);
    },
    /** What two people have changed at the same time; null if nobody else has saved meanwhile. */
    conflicts: theirs && conflictsOf(former, mine, unitsOf(valuesOf(theirs))),
    takeTheirs,
    /** @param yielded units that this person gives up for the other person's */
    saveOverTheirs: (yielded: ReadonlySet<string>, events: SaveEvents) => {
      const current = latest.current;
      if (!theirs || !current || !check(current, events.onWrong)) return;
      const both = valuesOfUnits(merged(former, mine, unitsOf(valuesOf(theirs)), yielded));
      if (changedUnits(unitsOf(valuesOf(theirs)), unitsOf(both)).length === 0) return takeTheirs();
      const next = { base: theirs, form: toForm(both, theirs.options), raw: null };
      void show(theirs);
      setTheirs(null);
      setDraft(next);
      if (check(next, events.onWrong)) void send(next, theirs, events);
      // Their version is loaded, so the conflict is over and the next save is ordinary.
      else save.reset();
    },
    resetOptions,
    remove,
  };
}

export type DomainDraft = ReturnType<typeof useDomainDraft>;
