import { useTranslation } from 'react-i18next';
import { Segments } from '#web/ui/segments.tsx';
import style from './domain.module.css';
import { valueText } from './form/value-text.rules.ts';

export type Difference = {
  unit: string;
  label: string;
  /** Values side by side, each with the words that say whose it is. */
  sides: readonly { name: string; value: unknown }[];
  /** What the shown values are compared with, besides each other. */
  base?: unknown;
  /** Choice between two sides; undefined if there is nothing to choose. */
  choice?: {
    label: string;
    options: readonly { key: 'mine' | 'theirs'; label: string }[];
    value: 'mine' | 'theirs';
    onChange(value: 'mine' | 'theirs'): void;
  };
};

/** Shows values side by side, field by field. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  const { t, i18n } = useTranslation();
  return (
    <ul className={style.differences}>
      {differences.map(({ unit, label, sides, base, choice }) => {
        const compared = [...sides.map(({ value }) => value), ...(base === undefined ? [] : [base])];
        return (
          <li key={unit}>
            <p className={style.name}>{label}</p>
            <dl className={style.sides}>
              {sides.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{valueText(unit, value, compared, i18n.language) || t('domain.nothing')}</dd>
                </div>
              ))}
            </dl>
            {choice ? <Segments {...choice} /> : null}
          </li>
        );
      })}
    </ul>
  );
}
