import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person, PutPerson } from '#api/contract/admin-domain.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from '../domain.module.css';
import { useSavePerson } from '../domain-admin.state.ts';
import { isSame } from '../form/domain-values.rules.ts';
import { withTag } from '../form/preview.rules.ts';
import { roleChoices, type KnownRoles } from '../role-choices.ts';
import { RemoveSecondFactor } from './remove-second-factor.tsx';
import { ResetLink } from './reset-link.tsx';

type PersonDialogProps = { host: string; person: Person; roles: KnownRoles; onClose(): void };

/** Roles and rights of a person. Locking is asked for once more, because it ends what the person is doing. */
export function PersonDialog({ host, person, roles, onClose }: PersonDialogProps) {
  const { t, i18n } = useTranslation();
  /** The person as the dialog was opened. The list may be fetched anew meanwhile. */
  const [before] = useState(person);
  const [wanted, setWanted] = useState<Required<PutPerson>>({
    roles: person.roles,
    is_superuser: person.is_superuser,
    locked: person.locked,
  });
  const [isAsking, setAsking] = useState(false);
  const saving = useSavePerson(host);
  const name = person.name || person.email;
  const choices = roleChoices(roles, person.roles, i18n.language, t);
  const claimed = roleChoices(roles, person.claim_roles, i18n.language, t).filter(({ key }) =>
    person.claim_roles.includes(key),
  );
  const save = async () => {
    setAsking(false);
    // Only what differs is sent, so that nothing is undone that somebody else has changed meanwhile.
    const json: PutPerson = {
      ...(isSame(wanted.roles, before.roles) ? {} : { roles: wanted.roles }),
      ...(wanted.is_superuser === before.is_superuser ? {} : { is_superuser: wanted.is_superuser }),
      ...(wanted.locked === before.locked ? {} : { locked: wanted.locked }),
    };
    if (Object.keys(json).length > 0) {
      try {
        await saving.mutateAsync({ id: person.id, json });
      } catch {
        return;
      }
      toasts.add({ kind: 'safe', text: t('domain.people.saved', { name }) });
    }
    onClose();
  };
  const isLocking = wanted.locked && !before.locked;
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        title={name}
        footer={
          <div className={style.actions}>
            <Button onPress={onClose}>{t('shell.cancel')}</Button>
            <Button
              look="primary"
              isPending={saving.isPending}
              onPress={() => (isLocking ? setAsking(true) : void save())}
            >
              {t('domain.save')}
            </Button>
          </div>
        }
      >
        <div className={style.form}>
          {person.name ? <p className={style.hint}>{person.email}</p> : null}
          <fieldset className={style.names}>
            <legend>{t('domain.people.roles')}</legend>
            {choices.length === 0 ? <p className={style.hint}>{t('domain.people.noRoles')}</p> : null}
            {choices.map(({ key, label }) => (
              <Checkbox
                key={key}
                isSelected={wanted.roles.includes(key)}
                onChange={(isOn) => setWanted({ ...wanted, roles: withTag(wanted.roles, key, isOn) })}
              >
                {label}
              </Checkbox>
            ))}
            {claimed.length > 0 ? (
              <p className={style.hint}>
                {t('domain.people.claimed', { roles: claimed.map(({ label }) => label).join(', ') })}
              </p>
            ) : null}
          </fieldset>
          <fieldset className={style.names}>
            <legend>{t('domain.people.rights')}</legend>
            <Checkbox
              isSelected={wanted.is_superuser}
              onChange={(is_superuser) => setWanted({ ...wanted, is_superuser })}
            >
              <span>{t('domain.people.superuser')}</span>
              <span className={style.about}>{t('domain.people.superuserAbout')}</span>
            </Checkbox>
            <Checkbox isSelected={wanted.locked} onChange={(locked) => setWanted({ ...wanted, locked })}>
              <span>{t('domain.people.lock')}</span>
              <span className={style.about}>{t('domain.people.lockAbout')}</span>
            </Checkbox>
          </fieldset>
          <ResetLink host={host} id={person.id} />
          {before.second_factor ? <RemoveSecondFactor host={host} id={person.id} name={name} /> : null}
          {saving.error ? (
            <Notice kind="error" live="alert" title={t('domain.saveFailed')}>
              <p>{errorSentence(t, saving.error)}</p>
            </Notice>
          ) : null}
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('domain.people.lockTitle', { name })}
        confirmLabel={t('domain.people.lockConfirm')}
        cancelLabel={t('shell.cancel')}
        danger
        onConfirm={() => void save()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('domain.people.lockText')}</p>
      </ConfirmDialog>
    </>
  );
}
