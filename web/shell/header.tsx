import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { HelpLink } from '#web/features/help/index.ts';
import { SettingsMenu, userState } from '#web/features/user/index.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import style from './header.module.css';
import { UserMenu } from './user-menu.tsx';
import { Wordmark } from '#web/parts/page/wordmark.tsx';

export function Header() {
  const { t } = useTranslation();
  const { user } = useSnapshot(userState);
  return (
    <header className={style.header}>
      <div className={style.inner}>
        <Wordmark href={user ? '/library' : '/'} label={t('shell.home')} />
        <div className={style.end}>
          <HelpLink />
          {user ? (
            <UserMenu user={user} />
          ) : (
            <>
              <SettingsMenu />
              <LinkButton href="/signin">{t('auth.signIn')}</LinkButton>
            </>
          )}
        </div>
      </div>
    </header>
  );
}
