import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import type { DomainDraft } from '../use-domain-draft.ts';
import { Facts } from './facts.tsx';
import { NotYours } from './not-yours.tsx';
import { useFieldProblem } from './use-field-problem.ts';

/** The names of the host, and its first superuser. */
export function NamesPart({ draft }: { draft: DomainDraft }) {
  const { t } = useTranslation();
  const problemOf = useFieldProblem(draft);
  const { base, form } = draft;
  const plain = { autoComplete: 'off', spellCheck: 'false' } as const;
  if (!base.may_name)
    return (
      <>
        <NotYours />
        <Facts
          facts={[
            [t('domain.unit.host'), base.host],
            [t('domain.unit.names'), base.names.join(', ') || t('domain.nothing')],
          ]}
        />
      </>
    );
  return (
    <>
      <TextField
        {...plain}
        label={t('domain.unit.host')}
        hint={t('domain.names.hostHint')}
        isRequired
        value={form.host}
        onChange={(host) => draft.change({ host })}
        error={problemOf('host')}
      />
      <TextArea
        spellCheck="false"
        label={t('domain.unit.names')}
        hint={t('domain.names.namesHint')}
        rows={3}
        value={form.names}
        onChange={(names) => draft.change({ names })}
        error={problemOf('names')}
      />
      {base.is_public ? null : (
        <TextField
          {...plain}
          label={t('domain.unit.first_superuser')}
          hint={t('domain.names.firstHint')}
          type="email"
          value={form.first_superuser}
          onChange={(first_superuser) => draft.change({ first_superuser })}
          error={problemOf('first_superuser')}
        />
      )}
      {base.is_public ? null : <RemoveDomain draft={draft} />}
    </>
  );
}

function RemoveDomain({ draft }: { draft: DomainDraft }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { base, remove } = draft;
  const isUsed = base.people > 0 || base.sessions > 0;
  const run = async () => {
    try {
      await remove.mutateAsync(base.etag);
    } catch (error) {
      toasts.add({ kind: 'error', text: t('domain.remove.failed', { reason: errorSentence(t, error) }) });
      return;
    } finally {
      setAsking(false);
    }
    toasts.add({ kind: 'safe', text: t('domain.remove.done', { host: base.host }) });
    await navigate({ to: '/admin/domains', replace: true, ignoreBlocker: true });
    requestAnimationFrame(() => document.getElementById('main')?.focus());
  };
  return (
    <div className={style.group}>
      <h3>{t('domain.remove.heading')}</h3>
      {isUsed ? (
        <p className={style.hint}>
          {t('domain.remove.used', { people: base.people, sessions: base.sessions })}
        </p>
      ) : (
        <div>
          <Button onPress={() => setAsking(true)}>{t('domain.remove.action')}</Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('domain.remove.title', { host: base.host })}
        confirmLabel={t('domain.remove.confirm')}
        cancelLabel={t('shell.cancel')}
        danger
        isPending={remove.isPending}
        onConfirm={() => void run()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('domain.remove.text')}</p>
      </ConfirmDialog>
    </div>
  );
}
