import { useTranslation } from 'react-i18next';
import { HelpLink } from '#web/features/help/index.ts';
import { SettingsMenu } from '#web/features/user/index.ts';
import { Wordmark } from '#web/parts/page/wordmark.tsx';
import style from './auth-frame.module.css';

type AuthFrameProps = { title: string; text?: string; children: React.ReactNode; footer?: React.ReactNode };

/** Frame of the screens before the sign-in. It has the logo and the choice of language, but no header (§2). */
export function AuthFrame({ title, text, children, footer }: AuthFrameProps) {
  const { t } = useTranslation();
  return (
    <div className={style.page}>
      <div className={style.top}>
        <Wordmark href="/" label={t('shell.home')} />
        <div className={style.end}>
          <HelpLink />
          <SettingsMenu />
        </div>
      </div>
      <section className={style.card}>
        <div className={style.heading}>
          <h1>{title}</h1>
          {text ? <p>{text}</p> : null}
        </div>
        {children}
      </section>
      {footer ? <div className={style.footer}>{footer}</div> : null}
    </div>
  );
}
