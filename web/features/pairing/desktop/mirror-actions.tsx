import { Check, Circle, Flag, Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { PairingCommand } from '#api/contract/pairing.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import type { Desk } from './desk.ts';
import { commandsFor, isOpen } from './mirror.rules.ts';
import style from './mirror-panel.module.css';

const icons = { start: Circle, pause: Pause, resume: Play, mark: Flag, finish: Check };
const main: ReadonlySet<PairingCommand> = new Set(['start', 'finish']);

/** Commands for the phone, and what became of the last one. */
export function MirrorActions({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
  const { mirror, link } = useSnapshot(desk.state);
  const { stage, commands, isPhoneThere } = mirror;
  const offered = commandsFor(mirror);
  const last = commands.at(-1);
  const hasLink = link === 'open' || link === 'polling';
  const isBusy = hasLink && last !== undefined && isOpen(last);
  return (
    <div className={style.actions}>
      {offered.length === 0 ? null : (
        <section className={style.buttons} aria-label={t('recording.actions.label')}>
          {offered.map((command) => {
            const Icon = icons[command];
            return (
              <Button
                key={command}
                look={main.has(command) ? 'primary' : 'secondary'}
                isPending={isBusy && last.command === command}
                isDisabled={!hasLink || isPhoneThere !== true || (isBusy && last.command !== command)}
                onPress={() => void desk.command(command)}
              >
                <Icon size={18} aria-hidden="true" /> {t(`pairing.command.${command}`)}
              </Button>
            );
          })}
        </section>
      )}
      {stage === 'off' ? <p>{t('pairing.switchOn')}</p> : null}
      <output className={style.outcome}>
        {last ? (
          <>
            {t(`pairing.outcome.${last.outcome}`, { command: t(`pairing.command.${last.command}`) })}
            {last.problem === null ? null : <> {errorSentence(t, last.problem)}</>}
          </>
        ) : null}
      </output>
    </div>
  );
}
