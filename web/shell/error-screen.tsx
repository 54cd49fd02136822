import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/lib/api-error.ts';
import { isApiError } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import style from './error-screen.module.css';

/** Replaces a screen that threw an error. It says what is safe, what to do, and what to tell support. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { t } = useTranslation();
  usePageTitle(t('shell.broken.title'));
  const { code, requestId } = problemOf(error);
  const reference = requestId ?? code;
  useEffect(() => log.error('shell: a screen failed', error, { reference }), [error, reference]);
  return (
    <div className={style.screen} role="alert">
      <h1>{t('shell.broken.title')}</h1>
      <p>{t('shell.broken.text', { reference })}</p>
      <div className={style.actions}>
        <Button look="primary" onPress={() => location.reload()}>
          {t('shell.reload')}
        </Button>
        <LinkButton href="/library">{t('shell.toLibrary')}</LinkButton>
      </div>
      <details>
        <summary>{t('shell.broken.details')}</summary>
        <pre className={style.details}>{describe(error)}</pre>
      </details>
    </div>
  );
}

const describe = (error: unknown): string =>
  [
    new Date().toISOString(),
    `Wortlaut ${__VERSION__}`,
    location.pathname,
    isApiError(error)
      ? `${error.code} (${error.status}) ${error.requestId ?? ''}`
      : error instanceof Error
        ? `${error.name}: ${error.message}`
        : String(error),
  ].join('\n');
