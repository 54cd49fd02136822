import { useTranslation } from 'react-i18next';
import { playerKeys } from '#web/features/player/index.ts';
import { Chord, keyGroups, keyRules } from '#web/features/transcript/index.ts';
import { type HelpWords, type KeyPlace, keyPlaces } from '#web/i18n/help-words.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { placeKeys } from './key-map.rules.ts';
import style from './key-map.module.css';

type Row = { label: string; chords: readonly string[] };

/** All keys of the product, by the place where they apply. `level`: of the headings. */
export function KeyMap({ words, level }: { words: HelpWords['keys']; level: 'h2' | 'h3' }) {
  const { t } = useTranslation();
  const inPlace = (place: KeyPlace) => (
    <Group key={place} level={level} heading={words.places[place]}>
      {placeKeys[place].map(({ label, chords }) => (
        <KeyRow key={label} label={words.labels[label]} chords={chords} />
      ))}
    </Group>
  );
  return (
    <div className={style.body}>
      {(['everywhere', 'library', 'record'] as const).map(inPlace)}
      <Group level={level} heading={t('transcript.keys.group.player')}>
        {rowsOf(playerKeys.map(({ keys, label }) => ({ label: t(label), chords: keys })))}
      </Group>
      {keyPlaces.slice(keyPlaces.indexOf('sound'), keyPlaces.indexOf('notes')).map(inPlace)}
      {keyGroups.map((group) => (
        <Group
          key={group}
          level={level}
          heading={`${t('transcript.label')}: ${t(`transcript.keys.group.${group}`)}`}
        >
          {rowsOf(
            keyRules
              .filter((rule) => rule.group === group)
              .map(({ action, chords }) => ({ label: t(`transcript.keys.action.${action}`), chords })),
          )}
        </Group>
      ))}
      {keyPlaces.slice(keyPlaces.indexOf('notes')).map(inPlace)}
    </div>
  );
}

/** Returns one row for each action, with all its keys. */
function rowsOf(rules: readonly Row[]) {
  const all = new Map<string, string[]>();
  for (const { label, chords } of rules) all.set(label, [...(all.get(label) ?? []), ...chords]);
  return [...all].map(([label, chords]) => <KeyRow key={label} label={label} chords={chords} />);
}

type GroupProps = { level: 'h2' | 'h3'; heading: string; children: React.ReactNode };

function Group({ level: Heading, heading, children }: GroupProps) {
  return (
    <section>
      <Heading className={style.heading}>{heading}</Heading>
      <dl className={style.list}>{children}</dl>
    </section>
  );
}

function KeyRow({ label, chords }: Row) {
  const { t } = useTranslation();
  return (
    <div className={style.row}>
      <dt>{label}</dt>
      <dd className={style.chords}>
        {chords.map((chord, index) => (
          <span key={chord}>
            {index > 0 ? <VisuallyHidden>{t('transcript.keys.or')} </VisuallyHidden> : null}
            <Chord chord={chord} />
          </span>
        ))}
      </dd>
    </div>
  );
}
