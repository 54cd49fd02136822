import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from './domain.module.css';
import { useAddDomain } from './domain-admin.state.ts';
import { newDomainOf, type NewDomainForm } from './form/domain-form.rules.ts';

const empty: NewDomainForm = { host: '', names: '', first_superuser: '' };

export function AddDomain() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Plus size={20} aria-hidden="true" /> {t('domain.add.action')}
      </Button>
      {isOpen ? <AddDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function AddDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const adding = useAddDomain();
  const [form, setForm] = useState(empty);
  const [isChecked, setChecked] = useState(false);
  const { body, problems } = newDomainOf(form);
  const problemOf = (field: string) => {
    const problem = isChecked ? problems.get(field) : undefined;
    return problem && t(`domain.problem.${problem}`);
  };
  const set = (part: Partial<NewDomainForm>) => setForm({ ...form, ...part });
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const target = event.currentTarget;
    setChecked(true);
    if (problems.size > 0) {
      requestAnimationFrame(() => target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (adding.isPending) return;
    const added = await adding.mutateAsync(body).catch(() => null);
    if (!added) return;
    toasts.add({ kind: 'safe', text: t('domain.add.done', { host: added.host }) });
    onClose();
    await navigate({ to: '/admin/domains', search: { host: added.host } });
  };
  const plain = { autoComplete: 'off', spellCheck: 'false' } as const;
  return (
    <Dialog isOpen onClose={onClose} title={t('domain.add.title')}>
      <form className={style.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          {...plain}
          label={t('domain.unit.host')}
          hint={t('domain.add.hostHint')}
          isRequired
          value={form.host}
          onChange={(host) => set({ host })}
          error={problemOf('host')}
        />
        <TextArea
          spellCheck="false"
          label={t('domain.unit.names')}
          hint={t('domain.names.namesHint')}
          rows={2}
          value={form.names}
          onChange={(names) => set({ names })}
          error={problemOf('names')}
        />
        <TextField
          {...plain}
          label={t('domain.unit.first_superuser')}
          hint={t('domain.names.firstHint')}
          type="email"
          isRequired
          value={form.first_superuser}
          onChange={(first_superuser) => set({ first_superuser })}
          error={problemOf('first_superuser')}
        />
        {adding.error ? (
          <Notice kind="error" live="alert" title={t('domain.add.failed')}>
            <p>{errorSentence(t, adding.error)}</p>
          </Notice>
        ) : null}
        <div className={style.actions}>
          <Button onPress={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" look="primary" isPending={adding.isPending}>
            {t('domain.add.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
