import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import type { IdentityForm } from '../form/domain-form.rules.ts';
import { roleChoices, type KnownRoles } from '../role-choices.ts';
import type { DomainDraft } from '../use-domain-draft.ts';
import { Facts } from './facts.tsx';
import { NotYours } from './not-yours.tsx';
import { OwnChoice } from './own-choice.tsx';
import type { FocusIn } from './focus-in.ts';
import { useFieldProblem } from './use-field-problem.ts';

type IdentityPartProps = { draft: DomainDraft; roles: KnownRoles; onFocus: FocusIn };

const empty: IdentityForm = { issuer: '', client_id: '', role_claim: '', roles: [] };

/** The provider with which people of the host sign in. */
export function IdentityPart({ draft, roles, onFocus }: IdentityPartProps) {
  const { t } = useTranslation();
  const { base, form } = draft;
  const { identity } = form;
  if (base.is_public)
    return (
      <Notice kind="info">
        <p>{t('domain.identity.public')}</p>
      </Notice>
    );
  if (!base.may_name)
    return (
      <>
        <NotYours />
        {identity ? (
          <Facts
            facts={[
              [t('domain.identity.issuer'), identity.issuer],
              [t('domain.identity.clientId'), identity.client_id],
              [t('domain.identity.claim'), identity.role_claim || t('domain.nothing')],
            ]}
          />
        ) : (
          <p>{t('domain.identity.none')}</p>
        )}
      </>
    );
  return (
    <>
      <OwnChoice
        label={t('domain.identity.choice')}
        standard={t('domain.identity.none')}
        own={t('domain.identity.own')}
        isOwn={identity !== null}
        onChange={(isOwn) => draft.change({ identity: isOwn ? empty : null })}
      />
      {identity ? <IdentityFields draft={draft} identity={identity} roles={roles} onFocus={onFocus} /> : null}
    </>
  );
}

function IdentityFields({ draft, identity, roles, onFocus }: IdentityPartProps & { identity: IdentityForm }) {
  const { t } = useTranslation();
  const problemOf = useFieldProblem(draft);
  const set = (part: Partial<IdentityForm>) => draft.change({ identity: { ...identity, ...part } });
  const plain = { autoComplete: 'off', spellCheck: 'false' } as const;
  return (
    <>
      <TextField
        {...plain}
        label={t('domain.identity.issuer')}
        hint={t('domain.identity.issuerHint')}
        type="url"
        isRequired
        value={identity.issuer}
        onChange={(issuer) => set({ issuer })}
        error={problemOf('identity.issuer')}
      />
      <TextField
        {...plain}
        label={t('domain.identity.clientId')}
        isRequired
        value={identity.client_id}
        onChange={(client_id) => set({ client_id })}
        error={problemOf('identity.client_id')}
      />
      <TextField
        {...plain}
        label={t('domain.identity.claim')}
        hint={t('domain.identity.claimHint')}
        value={identity.role_claim}
        onChange={(role_claim) => set({ role_claim })}
        error={problemOf('identity.role_claim')}
      />
      <ClaimRoles
        identity={identity}
        roles={roles}
        onChange={set}
        onFocus={onFocus}
        problem={problemOf('identity.roles')}
      />
    </>
  );
}

type ClaimRolesProps = {
  identity: IdentityForm;
  roles: KnownRoles;
  problem: string | undefined;
  onChange(part: Partial<IdentityForm>): void;
  onFocus: FocusIn;
};

/** Which value of the claim gives which role. */
function ClaimRoles({ identity, roles, problem, onChange, onFocus }: ClaimRolesProps) {
  const { t, i18n } = useTranslation();
  const entries = identity.roles;
  const set = (index: number, part: Partial<(typeof entries)[number]>) =>
    onChange({ roles: entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)) });
  if (roles?.length === 0 && entries.length === 0)
    return <p className={style.hint}>{t('domain.identity.noRoles')}</p>;
  return (
    <fieldset className={style.group}>
      <legend>{t('domain.identity.roles')}</legend>
      <ul className={style.rows}>
        {entries.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an entry has no identity besides its place
          <li key={index} className={style.entry} data-entry={index}>
            <TextField
              label={t('domain.identity.value')}
              value={entry.value}
              onChange={(value) => set(index, { value })}
              error={problem}
              autoComplete="off"
              spellCheck="false"
            />
            <Select
              label={t('domain.identity.role')}
              options={roleChoices(roles, [entry.role], i18n.language, t)}
              value={entry.role}
              onChange={(role) => set(index, { role })}
            />
            <Button
              icon
              look="quiet"
              aria-label={t('domain.config.remove', { key: entry.value })}
              onPress={() => {
                onChange({ roles: entries.filter((_, at) => at !== index) });
                onFocus('[data-add]');
              }}
            >
              <Trash2 size={18} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      {roles && roles.length > 0 ? (
        <div>
          <Button
            data-add=""
            onPress={() => {
              onChange({ roles: [...entries, { value: '', role: roles[0]?.id ?? '' }] });
              onFocus(`[data-entry="${entries.length}"] input`);
            }}
          >
            <Plus size={20} aria-hidden="true" /> {t('domain.identity.add')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
