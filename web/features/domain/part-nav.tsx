import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWide } from '#web/lib/use-wide.ts';
import { Select } from '#web/ui/select.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './domain.module.css';
import { partAddress, partGroups, partKeys, type PartGroup, type PartKey } from './form/parts.rules.ts';

type PartNavProps = {
  host: string;
  part: PartKey;
  changed: ReadonlySet<PartKey>;
  wrong: ReadonlySet<PartKey>;
  onPart(part: PartKey): void;
};

/** Leads to the parts of a host: a list beside them, or a choice above them on a narrow screen. */
export function PartNav({ host, part, changed, wrong, onPart }: PartNavProps) {
  const { t } = useTranslation();
  const isWide = useWide('56rem');
  const markOf = (key: PartKey) =>
    wrong.has(key) ? t('domain.wrong') : changed.has(key) ? t('domain.changed') : null;
  if (!isWide) {
    const options = partKeys.map((key) => ({
      key,
      label: [t(`domain.part.${key}`), markOf(key)].filter(Boolean).join(' · '),
    }));
    return <Select label={t('domain.parts')} options={options} value={part} onChange={onPart} />;
  }
  return (
    <nav aria-label={t('domain.parts')} className={style.nav}>
      {(Object.keys(partGroups) as PartGroup[]).map((group) => (
        <div key={group}>
          <p className={style.navGroup} id={`domain-${group}`}>
            {t(`domain.group.${group}`)}
          </p>
          <ul className={style.navList} aria-labelledby={`domain-${group}`}>
            {partGroups[group].map((key) => (
              <li key={key}>
                <TextLink
                  href={partAddress(host, key)}
                  className={style.navLink ?? ''}
                  aria-current={key === part ? 'page' : undefined}
                >
                  {t(`domain.part.${key}`)}
                  {wrong.has(key) ? (
                    <CircleAlert className={style.alert} size={16} aria-hidden="true" />
                  ) : null}
                  {changed.has(key) && !wrong.has(key) ? <span className={style.dot} /> : null}
                  <VisuallyHidden>{markOf(key)}</VisuallyHidden>
                </TextLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
