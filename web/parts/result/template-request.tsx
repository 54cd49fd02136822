import { useTranslation } from 'react-i18next';
import { useDomainConfig } from '#web/lib/domain-config.ts';
import { ExternalLink } from '#web/parts/page/external-link.tsx';
import { supportDeskAddress } from './template-request.rules.ts';
import style from './template-request.module.css';

/**
 * Leads to the support desk of the host, to submit a template for processing (§7.5). Shows nothing where the host has no
 * support desk.
 */
export function TemplateRequest() {
  const { t } = useTranslation();
  const { data } = useDomainConfig();
  const href = supportDeskAddress(data?.config.links?.support_desk, {
    summary: t('template.summary'),
    description: t('template.description', { version: __VERSION__, host: location.hostname }),
  });
  if (href === null) return null;
  return (
    <p className={style.request}>
      {t('template.ask')} <ExternalLink href={href}>{t('template.link')}</ExternalLink>
    </p>
  );
}
