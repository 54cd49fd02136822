import { useLayoutEffect, useRef, useState } from 'react';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { isApiError } from '#web/lib/http.ts';
import { useReadDomain, useSaveDomain } from './domain-admin.state.ts';
import {
  type EditedOption,
  editedToPut,
  isChanged,
  newOption,
  type OptionProblems,
  optionToEdited,
  overTheirs,
  problemsOf,
} from './option-edit.rules.ts';

const noProblems: ReadonlyMap<string, OptionProblems> = new Map();

/** Holds the edits of a host's options. Before the first edit and after saving, the options are those of the server. */
export function useDomainEditor(domain: AdminDomain) {
  const [edited, setEdited] = useState<readonly EditedOption[] | null>(null);
  const { open, toggle, openAll } = useOpenEntries();
  const [isChecked, setChecked] = useState(false);
  const [added, setAdded] = useState(0);
  const saving = useSaveDomain(domain.host);
  const reading = useReadDomain(domain.host);
  const options = edited ?? domain.options.map(optionToEdited);
  /** The options of the last render, for the callbacks of requests: the person may type during a request. */
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });

  const discard = () => {
    setEdited(null);
    setChecked(false);
    saving.reset();
  };
  /** Expands the invalid options, so that their messages are visible. Returns false if an option is invalid. */
  const check = (wanted: readonly EditedOption[]): boolean => {
    const problems = problemsOf(wanted);
    setChecked(true);
    openAll([...problems.keys()]);
    return problems.size === 0;
  };
  const send = (wanted: readonly EditedOption[], from: AdminDomain, onSaved: () => void) =>
    saving.mutate(
      { json: editedToPut(wanted, from), etag: from.etag },
      {
        onSuccess: () => {
          // Changes that were made during the request stay unsaved.
          setEdited((current) => (current === wanted ? null : current));
          setChecked(false);
          onSaved();
        },
      },
    );

  return {
    options,
    open,
    toggle,
    discard,
    isDirty: edited !== null && isChanged(edited, domain),
    problems: isChecked ? problemsOf(options) : noProblems,
    change: (key: string, part: Partial<EditedOption>) =>
      setEdited(options.map((option) => (option.key === key ? { ...option, ...part } : option))),
    add: () => {
      const key = `new-${added}`;
      setAdded(added + 1);
      setEdited([...options, newOption(key)]);
      toggle(key, true);
      return key;
    },
    remove: (key: string) => setEdited(options.filter((option) => option.key !== key)),
    isSaving: saving.isPending || reading.isPending,
    saveError: reading.error ?? saving.error,
    /** True if another person saved meanwhile. The edits stay until the person chooses. */
    isConflict: isApiError(saving.error, 'domain.changed'),
    takeTheirs: () => reading.mutate(undefined, { onSuccess: discard }),
    saveOverTheirs: (onSaved: () => void, onWrong: () => void) => {
      if (!check(options)) return onWrong();
      reading.mutate(undefined, {
        onSuccess: (theirs) => {
          const both = overTheirs(latest.current, domain, theirs);
          setEdited(both);
          if (check(both)) return send(both, theirs, onSaved);
          // Their version is loaded, so the conflict is over and the next save is ordinary.
          saving.reset();
          onWrong();
        },
      });
    },
    save: (onSaved: () => void, onWrong: () => void) =>
      check(options) ? send(options, domain, onSaved) : onWrong(),
  };
}

/** Holds the keys of the expanded options. */
function useOpenEntries() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return {
    open,
    toggle: (key: string, isOpen: boolean) =>
      setOpen((current) => {
        if (current.has(key) === isOpen) return current;
        return isOpen ? new Set(current).add(key) : new Set([...current].filter((other) => other !== key));
      }),
    openAll: (keys: readonly string[]) => setOpen((current) => new Set([...current, ...keys])),
  };
}

export type DomainEditor = ReturnType<typeof useDomainEditor>;
