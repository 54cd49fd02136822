import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { chosenBeforehand, roleName } from './role.rules.ts';
import { dismissRoleDialog, endRoleSelection, skipRoleSelection } from './role.state.ts';
import style from './role-dialog.module.css';
import { useReloadRoles, useRoles, useSelectRole, type RoleFailure } from './use-roles.ts';

type RoleDialogProps = {
  personId: string;
  /** True if the person has asked for the dialog. Otherwise it has opened by itself, and can be skipped. */
  isChange: boolean;
};

/** Lets the person choose a role (§4.9). */
export function RoleDialog({ personId, isChange }: RoleDialogProps) {
  const { t, i18n } = useTranslation();
  const { available_roles: available, current_role: current, failure, isFetching } = useRoles(personId);
  const reload = useReloadRoles(personId);
  // The roles may have changed since the page was loaded.
  useEffect(reload, [personId]); // oxlint-disable-line react/exhaustive-deps
  const [picked, setPicked] = useState<string | null>(null);
  const nameOf = (role: (typeof available)[number]) => roleName(role, i18n.language, t('role.unknown'));
  const { mutate, isPending, error } = useSelectRole(personId, (role) => {
    endRoleSelection(personId);
    toasts.add({ kind: 'info', text: t('role.chosen', { role: nameOf(role) }) });
  });
  const wanted = picked ?? chosenBeforehand({ available, current });
  const domain_role_id = available.some(({ id }) => id === wanted) ? wanted : '';
  const close = () => {
    if (!isPending) dismissRoleDialog();
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (domain_role_id !== '' && !isPending) mutate(domain_role_id);
  };
  const shown: RoleFailure | null = error ? { what: 'select', error } : failure;
  return (
    <Dialog isOpen onClose={close} title={t(isChange ? 'role.change' : 'role.title')}>
      <form className={style.form} onSubmit={submit}>
        <p>{t('role.text')}</p>
        <RadioList
          label={t('role.label')}
          options={available.map((role) => ({
            key: role.id,
            label: nameOf(role),
            ...(role.is_default ? { hint: t('role.isDefault') } : {}),
          }))}
          value={domain_role_id}
          onChange={setPicked}
        />
        {shown ? <FailureNotice failure={shown} isFetching={isFetching} onRetry={reload} /> : null}
        <div className={style.actions}>
          <Button isDisabled={isPending} onPress={() => (isChange ? close() : skipRoleSelection(personId))}>
            {t(isChange ? 'shell.cancel' : 'role.skip')}
          </Button>
          <Button type="submit" look="primary" isDisabled={domain_role_id === ''} isPending={isPending}>
            {t('role.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type FailureNoticeProps = { failure: RoleFailure; isFetching: boolean; onRetry(): void };

function FailureNotice({ failure: { what, error }, isFetching, onRetry }: FailureNoticeProps) {
  const { t } = useTranslation();
  const retry = (
    <Button isPending={isFetching} onPress={onRetry}>
      {t('shell.retry')}
    </Button>
  );
  return (
    <Notice
      kind="error"
      live="alert"
      title={t(`role.failed.${what}`)}
      // To select again, the person presses “confirm”.
      {...(what === 'select' ? {} : { actions: retry })}
    >
      <p>{errorSentence(t, error)}</p>
    </Notice>
  );
}
