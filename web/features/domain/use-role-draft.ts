import { useState } from 'react';
import type { Role } from '#api/contract/role.ts';
import { isApiError } from '#web/lib/http.ts';
import { useRoleCalls, useRoles, type TaggedRoles } from './domain-admin.state.ts';
import { changedUnits, conflictsOf } from './form/domain-values.rules.ts';
import {
  editedToRoles,
  mergedRoles,
  roleProblems,
  rolesToEdited,
  roleUnits,
  type EditedRole,
} from './form/role-edit.rules.ts';

const none: TaggedRoles = { roles: [], etag: '*' };
const noProblems: ReturnType<typeof roleProblems> = new Map();

type Draft = { base: TaggedRoles; roles: readonly EditedRole[] };

/** Holds the edits of the roles of a host. They are saved on their own, because they are not part of the row. */
export function useRoleDraft(host: string) {
  const query = useRoles(host);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [theirs, setTheirs] = useState<TaggedRoles | null>(null);
  const { save, read, show } = useRoleCalls(host);
  const base = draft?.base ?? query.data ?? none;
  const roles = draft?.roles ?? rolesToEdited(base.roles);
  const mine = editedToRoles(roles);
  const [before, after] = [roleUnits(base.roles), roleUnits(mine)];

  const discard = () => {
    setDraft(null);
    setChecked(false);
    setTheirs(null);
    save.reset();
  };
  const send = async (sent: readonly EditedRole[], from: TaggedRoles, onSaved: () => void) => {
    try {
      const saved = await save.mutateAsync({ roles: editedToRoles(sent), etag: from.etag });
      setDraft((current) =>
        current === null || current.roles === sent ? null : { ...current, base: saved },
      );
    } catch (error) {
      if (isApiError(error, 'domain.changed')) setTheirs(await read.mutateAsync().catch(() => null));
      return;
    }
    setTheirs(null);
    setChecked(false);
    onSaved();
  };
  const check = (wanted: readonly EditedRole[], onWrong: () => void): boolean => {
    setChecked(true);
    const isRight = roleProblems(wanted).size === 0;
    if (!isRight) onWrong();
    return isRight;
  };

  return {
    query,
    /** The roles that the server has; null while they are not known. */
    saved: draft || query.data ? base.roles : null,
    roles,
    isDirty: draft !== null && changedUnits(before, after).length > 0,
    isSaving: save.isPending || read.isPending,
    saveError: save.error,
    problems: isChecked ? roleProblems(roles) : noProblems,
    change: (next: readonly EditedRole[]) => setDraft({ base, roles: next }),
    discard,
    save: (onSaved: () => void, onWrong: () => void) => {
      if (check(roles, onWrong)) void send(roles, base, onSaved);
    },
    conflicts:
      theirs && conflictsOf(before, after, roleUnits(theirs.roles)).filter(({ unit }) => unit !== ''),
    takeTheirs: () => {
      if (theirs) show(theirs);
      discard();
    },
    saveOverTheirs: (yielded: ReadonlySet<string>, onSaved: () => void, onWrong: () => void) => {
      if (!theirs || !check(roles, onWrong)) return;
      const wanted = mine.flatMap((role): Role[] => {
        if (!yielded.has(role.id)) return [role];
        return base.roles.filter(({ id }) => id === role.id);
      });
      const givenBack = base.roles.filter(
        ({ id }) => yielded.has(id) && !mine.some((role) => role.id === id),
      );
      const both = rolesToEdited(mergedRoles(base.roles, [...wanted, ...givenBack], theirs.roles));
      setDraft({ base: theirs, roles: both });
      setTheirs(null);
      void send(both, theirs, onSaved);
    },
  };
}

export type RoleDraft = ReturnType<typeof useRoleDraft>;
