import { useState } from 'react';
import type { AdminDomain } from '#api/contract/option.ts';
import { isApiError } from '#web/lib/http.ts';
import { useReadDomain, useSaveDomain } from './domain-admin.state.ts';
import {
  type EditedOption,
  editedToPut,
  isChanged,
  newOption,
  type OptionProblems,
  optionToEdited,
  problemsOf,
} from './option-edit.rules.ts';

const noProblems: ReadonlyMap<string, OptionProblems> = new Map();

/** The options of a host while somebody changes them: until then, and once saved, they are the server's. */
export function useDomainEditor(domain: AdminDomain) {
  const [edited, setEdited] = useState<readonly EditedOption[] | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const [added, setAdded] = useState(0);
  const saving = useSaveDomain(domain.host);
  const reading = useReadDomain(domain.host);
  const options = edited ?? domain.options.map(optionToEdited);

  const toggle = (key: string, isOpen: boolean) =>
    setOpen((current) => {
      if (current.has(key) === isOpen) return current;
      return isOpen ? new Set(current).add(key) : new Set([...current].filter((other) => other !== key));
    });
  const discard = () => {
    setEdited(null);
    setChecked(false);
    saving.reset();
  };
  const send = (etag: string, onSaved: () => void) =>
    saving.mutate(
      { json: editedToPut(options), etag },
      {
        onSuccess: () => {
          // what was written while it was being sent stays
          setEdited((current) => (current === edited ? null : current));
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
    /** Somebody else has saved meanwhile. Nothing that was typed is given up before a person says so. */
    isConflict: isApiError(saving.error, 'domain.changed'),
    takeTheirs: () => reading.mutate(undefined, { onSuccess: discard }),
    saveOverTheirs: (onSaved: () => void) =>
      reading.mutate(undefined, { onSuccess: ({ etag }) => send(etag, onSaved) }),
    /** Answers false where something is not right; it is open then, to be seen. */
    save: (onSaved: () => void): boolean => {
      const problems = problemsOf(options);
      setChecked(true);
      setOpen((current) => new Set([...current, ...problems.keys()]));
      if (problems.size > 0) return false;
      send(domain.etag, onSaved);
      return true;
    },
  };
}

export type DomainEditor = ReturnType<typeof useDomainEditor>;
