import { useState } from 'react';
import type { AdminAnnouncement } from '#api/contract/announcement.ts';
import type { Language } from '#web/i18n/languages.ts';
import { isSame } from '../form/domain-values.rules.ts';
import { theirsOf, useAnnouncementCalls, type Known } from './announcement-calls.ts';
import { newForm, problemsOf, toForm, toPut, type AnnouncementForm } from './announcement-form.rules.ts';

/** `known` is null for a new announcement. `before` is the form as it was opened. */
type Draft = { known: Known | null; before: AnnouncementForm; form: AnnouncementForm };

/** Returns the draft after the server has saved `sent`. Changes made during the request stay in the draft, and a form that was opened meanwhile stays open. */
function draftAfter(current: Draft | null, sent: Draft, saved: AdminAnnouncement): Draft | null {
  // Each opened form has its own object `before`, so it identifies the form.
  if (current?.before !== sent.before) return current;
  if (isSame(current.form, sent.form)) return null;
  return { known: { id: saved.id, etag: saved.etag }, before: toForm(saved), form: current.form };
}

/** Holds the announcement that is being edited, also while another part of the host is shown. */
export function useAnnouncementDraft(host: string) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isChecked, setChecked] = useState(false);
  const { save, remove } = useAnnouncementCalls(host);
  const start = (next: Draft | null) => {
    setDraft(next);
    setChecked(false);
    save.reset();
  };
  const openKnown = ({ id, etag }: Known, form: AnnouncementForm) =>
    start({ known: { id, etag }, before: form, form });
  const theirs = theirsOf(save.error);
  const problemsIn = (language: Language) =>
    draft && isChecked ? problemsOf(draft.form, language) : new Map<string, never>();
  /** `known`: the state that the change is made to. Returns false if it is not saved. */
  const send = async (language: Language, known: Known | null): Promise<boolean> => {
    if (!draft) return false;
    setChecked(true);
    if (problemsOf(draft.form, language).size > 0) return false;
    let saved: AdminAnnouncement;
    try {
      saved = await save.mutateAsync({ known, json: toPut(draft.form) });
    } catch {
      return false;
    }
    setDraft((current) => draftAfter(current, draft, saved));
    return true;
  };
  return {
    /** The form; null while none is open. */
    form: draft?.form ?? null,
    isNew: draft?.known === null,
    isDirty: draft !== null && !isSame(draft.form, draft.before),
    isSaving: save.isPending,
    saveError: theirs ? null : save.error,
    theirs,
    problemsIn,
    remove,
    openNew: () => {
      const form = newForm();
      start({ known: null, before: form, form });
    },
    open: (announcement: AdminAnnouncement) => openKnown(announcement, toForm(announcement)),
    change: (part: Partial<AnnouncementForm>) =>
      setDraft((current) => current && { ...current, form: { ...current.form, ...part } }),
    close: () => start(null),
    save: (language: Language) => send(language, draft?.known ?? null),
    takeTheirs: () => theirs && openKnown(theirs, toForm(theirs)),
    saveOverTheirs: (language: Language) => send(language, theirs),
  };
}
export type AnnouncementDraft = ReturnType<typeof useAnnouncementDraft>;
