import { useTranslation } from 'react-i18next';
import { TextField } from '#web/ui/text-field.tsx';
import type { DomainDraft } from '../use-domain-draft.ts';
import { useFieldProblem } from './use-field-problem.ts';

/** Addresses of other applications of the host (§10.27). */
export function LinksPart({ draft }: { draft: DomainDraft }) {
  const { t } = useTranslation();
  const problemOf = useFieldProblem(draft);
  const { links, app_id } = draft.form;
  return (
    <>
      {(['chat_app', 'support_desk'] as const).map((key) => (
        <TextField
          key={key}
          label={t(`domain.unit.${key}`)}
          hint={t(`domain.links.${key}`)}
          type="url"
          value={links[key]}
          onChange={(address) => draft.change({ links: { ...links, [key]: address } })}
          error={problemOf(`links.${key}`)}
          autoComplete="off"
          spellCheck="false"
        />
      ))}
      <TextField
        label={t('domain.unit.app_id')}
        hint={t('domain.links.app_id')}
        value={app_id}
        onChange={(id) => draft.change({ app_id: id })}
        error={problemOf('app_store')}
        autoComplete="off"
        spellCheck="false"
      />
    </>
  );
}
