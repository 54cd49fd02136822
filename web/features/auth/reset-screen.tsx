import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { LinkOver } from './link-over.tsx';
import { ResetForm } from './reset-form.tsx';
import { useLinkToken } from './use-link-token.ts';

type State = 'form' | 'done' | 'over';

/** Sets a new password with the secret of a link. */
export function ResetScreen() {
  const { t } = useTranslation();
  const token = useLinkToken();
  usePageTitle(t('auth.reset.title'));
  return (
    <AuthFrame
      title={t('auth.reset.title')}
      footer={<TextLink href="/signin">{t('auth.backToSignIn')}</TextLink>}
    >
      <ResetSteps key={token} token={token} />
    </AuthFrame>
  );
}

function ResetSteps({ token }: { token: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>(token === '' ? 'over' : 'form');
  if (state === 'done') {
    return (
      <>
        <Notice kind="safe" live="status" title={t('auth.reset.doneTitle')}>
          <p>{t('auth.reset.done')}</p>
        </Notice>
        <LinkButton look="primary" href="/signin">
          {t('auth.signIn')}
        </LinkButton>
      </>
    );
  }
  if (state === 'over') {
    return (
      <LinkOver
        text={token === '' ? t('auth.link.missing') : errorSentence(t, 'auth.link_expired')}
        way={<LinkButton href="/forgot-password">{t('auth.link.new')}</LinkButton>}
      />
    );
  }
  return <ResetForm token={token} onDone={() => setState('done')} onOver={() => setState('over')} />;
}
