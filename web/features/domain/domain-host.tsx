import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { isApiError } from '#web/lib/http.ts';
import { AnnouncementsPart } from './announcement/announcements-part.tsx';
import { useAnnouncementDraft } from './announcement/use-announcement-draft.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import style from './domain.module.css';
import { EditorBar, SaveFailure } from './editor-bar.tsx';
import { ownSaving, partOf, type PartKey } from './form/parts.rules.ts';
import { PartNav } from './part-nav.tsx';
import { PeoplePart } from './part/people-part.tsx';
import { RolesPart } from './part/roles-part.tsx';
import type { FocusIn } from './part/focus-in.ts';
import { RowPart } from './part/row-part.tsx';
import { SurveyPart } from './survey/survey-part.tsx';
import { unitLabel } from './unit-label.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useDomainDraft, type DomainDraft } from './use-domain-draft.ts';
import { useRoleDraft } from './use-role-draft.ts';

const wrongField = '[aria-invalid="true"]';

type DomainHostProps = { domain: AdminDomain; part: PartKey };

/** Everything that is set for one host. Its parts share one set of changes, except roles and people. */
export function DomainHost({ domain, part }: DomainHostProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const draft = useDomainDraft(domain);
  const roleDraft = useRoleDraft(domain.host);
  const announcementDraft = useAnnouncementDraft(domain.host);
  const section = useRef<HTMLElement>(null);
  const toPart = (next: PartKey) =>
    void navigate({ to: '/admin/domains', search: { host: domain.host, part: next }, resetScroll: false });
  const focusIn: FocusIn = (selector) =>
    void requestAnimationFrame(() => section.current?.querySelector<HTMLElement>(selector)?.focus());
  /** The part that is about to be shown because something in it is wrong. */
  const ledTo = useRef<PartKey | null>(null);
  useEffect(() => {
    if (ledTo.current !== part) return;
    ledTo.current = null;
    requestAnimationFrame(() => section.current?.querySelector<HTMLElement>(wrongField)?.focus());
  }, [part]);
  const leadToWrong = (parts: ReadonlySet<PartKey>) => {
    const [first] = parts;
    if (first === undefined || parts.has(part)) return focusIn(wrongField);
    ledTo.current = first;
    toPart(first);
  };

  /** Under another name the page of the host begins anew, so that unsaved roles would be lost. They are saved first. */
  const leadToRoles = (): boolean => {
    if (!roleDraft.isDirty || !draft.changedFields.has('host')) return false;
    toasts.add({ kind: 'error', text: t('domain.rolesFirst') });
    toPart('roles');
    return true;
  };

  const changed = new Set([...draft.changedFields].map(partOf));
  if (draft.raw !== null) changed.add('raw');
  if (roleDraft.isDirty) changed.add('roles');
  if (announcementDraft.isDirty) changed.add('announcements');
  const wrong = new Set(draft.wrong);
  if (roleDraft.problems.size > 0) wrong.add('roles');

  return (
    <div className={style.split}>
      <PartNav host={domain.host} part={part} changed={changed} wrong={wrong} onPart={toPart} />
      <section ref={section} className={style.part} aria-labelledby="domain-part">
        <div className={style.head}>
          <h2 id="domain-part">{t(`domain.part.${part}`)}</h2>
          <p className={style.hint}>{t(`domain.about.${part}`)}</p>
        </div>
        {part === 'roles' ? <RolesPart domain={domain} draft={roleDraft} onFocus={focusIn} /> : null}
        {part === 'people' ? <PeoplePart domain={domain} roles={roleDraft.saved} /> : null}
        {part === 'announcements' ? (
          <AnnouncementsPart host={domain.host} draft={announcementDraft} onFocus={focusIn} />
        ) : null}
        {part === 'survey' ? <SurveyPart domain={domain} /> : null}
        {ownSaving.has(part) ? null : (
          <RowForm
            domain={domain}
            draft={draft}
            part={part}
            mustWait={leadToRoles}
            onWrong={leadToWrong}
            onFocus={focusIn}
          >
            <RowPart part={part} draft={draft} roles={roleDraft.saved} onFocus={focusIn} />
          </RowForm>
        )}
      </section>
      <UnsavedGuard isActive={draft.isDirty || roleDraft.isDirty || announcementDraft.isDirty} />
    </div>
  );
}

type RowFormProps = DomainHostProps & {
  draft: DomainDraft;
  /** Returns true if something else has to be saved first. */
  mustWait(): boolean;
  onWrong(parts: ReadonlySet<PartKey>): void;
  onFocus: FocusIn;
  children: React.ReactNode;
};

/** The form around a part that is saved with the row, with what became of saving. */
function RowForm({ domain, draft, part, mustWait, onWrong, onFocus, children }: RowFormProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { problems, wrong, isDirty, isSaving, saveError, conflicts } = draft;
  const onSaved = (saved: AdminDomain) => {
    toasts.add({ kind: 'safe', text: t('domain.saved', { host: saved.host }) });
    // The host has another name now, so its address is another one. Nothing is unsaved any more.
    if (saved.host !== domain.host)
      void navigate({
        to: '/admin/domains',
        search: { host: saved.host, part },
        replace: true,
        ignoreBlocker: true,
      });
  };
  const events = { onSaved, onWrong };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (isSaving || mustWait()) return;
    if (isDirty) draft.save(events);
    else onSaved(domain);
  };
  return (
    <form className={style.form} noValidate onSubmit={submit}>
      {children}
      {conflicts ? (
        <ConflictNotice
          conflicts={conflicts}
          labelOf={({ unit, ...values }) =>
            unitLabel(t, i18n.language, unit, [values.mine, values.theirs, values.base])
          }
          onTakeTheirs={() => {
            draft.takeTheirs();
            onFocus('button[type="submit"]');
          }}
          onSaveMine={(yielded) => mustWait() || draft.saveOverTheirs(yielded, events)}
        />
      ) : null}
      {saveError && !(conflicts && isApiError(saveError, 'domain.changed')) ? (
        <SaveFailure error={saveError} />
      ) : null}
      <EditorBar
        problems={problems.fields.size + problems.options.size + Number(wrong.has('raw'))}
        isDirty={isDirty}
        isSaving={isSaving}
        onDiscard={() => {
          draft.discard();
          onFocus('button[type="submit"]');
        }}
      />
    </form>
  );
}
