import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import type { Role } from '#api/contract/role.ts';
import { isLanguage } from '#web/i18n/languages.ts';
import { isApiError } from '#web/lib/http.ts';
import { optionName } from '#web/parts/result/options.state.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { ConflictNotice } from '../conflict-notice.tsx';
import style from '../domain.module.css';
import { EditorBar, SaveFailure } from '../editor-bar.tsx';
import {
  moved,
  newRole,
  optionsOfRole,
  roleName,
  withDefault,
  withNames,
  type EditedRole,
} from '../form/role-edit.rules.ts';
import { Loading } from '../loading.tsx';
import type { RoleDraft } from '../use-role-draft.ts';
import { RoleEntry } from './role-entry.tsx';
import type { FocusIn } from './focus-in.ts';

type RolesPartProps = { domain: AdminDomain; draft: RoleDraft; onFocus: FocusIn };

/** The roles of the host (§3.6). */
export function RolesPart({ domain, draft, onFocus }: RolesPartProps) {
  const { t } = useTranslation();
  const { query } = draft;
  if (query.data) return <RolesForm domain={domain} draft={draft} onFocus={onFocus} />;
  if (query.isPending) return <Loading />;
  return (
    <RetryNotice
      title={t('domain.roles.loadFailed')}
      error={query.error}
      isFetching={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

const wrongField = '[aria-invalid="true"]';

function RolesForm({ domain, draft, onFocus }: RolesPartProps) {
  const { t, i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'de';
  const [keyToRemove, setKeyToRemove] = useState<string | null>(null);
  const { roles, change, conflicts, saveError, isDirty, isSaving, problems } = draft;
  const onSaved = () =>
    void toasts.add({ kind: 'safe', text: t('domain.roles.saved', { host: domain.host }) });
  const onWrong = () => onFocus(wrongField);
  const toSubmit = () => onFocus('button[type="submit"]');
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (isDirty) draft.save(onSaved, onWrong);
    else onSaved();
  };
  const add = () => {
    const number = roles.filter(({ isNew }) => isNew).length;
    const key = ['new', number, Date.now()].join('-');
    change([...roles, newRole(key)]);
    onFocus(`[data-role="${key}"] input`);
  };
  const remove = () => {
    change(roles.filter(({ key }) => key !== keyToRemove));
    setKeyToRemove(null);
    onFocus('[data-add]');
  };
  return (
    <form className={style.form} noValidate onSubmit={submit}>
      {roles.length === 0 ? <p className={style.hint}>{t('domain.roles.none')}</p> : null}
      <ol className={style.rows}>
        {roles.map((role, index) => (
          <RoleEntry
            key={role.key}
            role={role}
            problem={problems.get(role.key)}
            isFirst={index === 0}
            isLast={index === roles.length - 1}
            onNames={(names) => change(withNames(roles, role.key, names, language))}
            onDefault={(isDefault) => change(withDefault(roles, role.key, isDefault))}
            onMove={(by) => change(moved(roles, role.key, by))}
            onRemove={() => setKeyToRemove(role.key)}
          />
        ))}
      </ol>
      <div>
        <Button data-add="" isDisabled={roles.length >= 100} onPress={add}>
          <Plus size={20} aria-hidden="true" /> {t('domain.roles.add')}
        </Button>
      </div>
      {conflicts ? (
        <ConflictNotice
          conflicts={conflicts}
          labelOf={({ unit, mine, theirs }) => roleName((mine ?? theirs) as Role, language) || unit}
          onTakeTheirs={() => {
            draft.takeTheirs();
            toSubmit();
          }}
          onSaveMine={(yielded) => draft.saveOverTheirs(yielded, onSaved, onWrong)}
        />
      ) : null}
      {saveError && !(conflicts && isApiError(saveError, 'domain.changed')) ? (
        <SaveFailure error={saveError} />
      ) : null}
      <EditorBar
        problems={problems.size}
        isDirty={isDirty}
        isSaving={isSaving}
        onDiscard={() => {
          draft.discard();
          toSubmit();
        }}
      />
      <RemoveQuestion
        role={roles.find(({ key }) => key === keyToRemove)}
        domain={domain}
        onConfirm={remove}
        onCancel={() => setKeyToRemove(null)}
      />
    </form>
  );
}

type RemoveQuestionProps = {
  /** The role to remove; undefined while the dialog is closed. */
  role: EditedRole | undefined;
  domain: AdminDomain;
  onConfirm(): void;
  onCancel(): void;
};

function RemoveQuestion({ role, domain, onConfirm, onCancel }: RemoveQuestionProps) {
  const { t, i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'de';
  const options = role ? optionsOfRole(domain.options, role.id) : [];
  const alone = options.filter(({ roles }) => roles.length === 1);
  const names = (some: typeof options) => some.map((option) => optionName(option, language)).join(', ');
  return (
    <ConfirmDialog
      isOpen={role !== undefined}
      title={t('domain.roles.remove.title', {
        name: (role && roleName(role, language)) || t('domain.roles.unnamed'),
      })}
      confirmLabel={t('domain.roles.remove.confirm')}
      cancelLabel={t('shell.cancel')}
      danger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{t('domain.roles.remove.text')}</p>
      {options.length > 0 ? <p>{t('domain.roles.remove.options', { names: names(options) })}</p> : null}
      {alone.length > 0 ? <p>{t('domain.roles.remove.alone', { names: names(alone) })}</p> : null}
    </ConfirmDialog>
  );
}
