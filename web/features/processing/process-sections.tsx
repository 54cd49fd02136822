import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { CorrectionChoice } from './correction-choice.tsx';
import { CustomPrompt } from './custom-prompt.tsx';
import { HintsField } from './hints-field.tsx';
import { OptionList } from './option-list.tsx';
import { sourcesOf, type Choice, type Offer } from './process-choice.rules.ts';
import { ProcessSection } from './process-section.tsx';
import style from './process-dialog.module.css';

type ProcessSectionsProps = {
  offer: Offer;
  choice: Choice;
  session: SessionDetail;
  nameOf(label: string): string;
  /**
   * True if the dialog was opened to ask a question about a tab. Then the section of the prompt is open, and its field
   * takes the focus.
   */
  isQuestion: boolean;
  onChange(part: Partial<Choice>): void;
};

/**
 * Shows what can be chosen besides the texts, in sections that can be opened: custom prompt, translations, corrections,
 * hints.
 */
export function ProcessSections(props: ProcessSectionsProps) {
  const { t } = useTranslation();
  const { offer, choice, session, nameOf, isQuestion, onChange } = props;
  const translations = offer.translations.filter(({ label }) => choice.options.has(label)).length;
  return (
    <div className={style.sections}>
      {offer.custom ? (
        <ProcessSection
          title={t('processing.dialog.custom')}
          count={choice.prompt.trim() === '' ? 0 : 1}
          isOpen={isQuestion || choice.prompt !== ''}
        >
          <CustomPrompt
            prompt={choice.prompt}
            source={choice.source}
            sources={sourcesOf(session)}
            nameOf={nameOf}
            canAsk={offer.custom.engine === 'llm'}
            isFirst={isQuestion}
            onChange={onChange}
          />
        </ProcessSection>
      ) : null}
      {offer.translations.length > 0 ? (
        <ProcessSection
          title={t('processing.dialog.translate')}
          count={translations}
          isOpen={translations > 0}
        >
          <OptionList
            heading={t('processing.dialog.translate')}
            isHeadingHidden
            options={offer.translations}
            session={session}
            chosen={choice.options}
            onChange={(chosen) => onChange({ options: chosen })}
          />
        </ProcessSection>
      ) : null}
      <ProcessSection title={t('processing.dialog.corrections')} count={choice.corrections.size}>
        <CorrectionChoice
          chosen={choice.corrections}
          hasModel={offer.hasModel}
          onChange={(corrections) => onChange({ corrections })}
        />
      </ProcessSection>
      {offer.hasModel ? (
        <ProcessSection
          title={t('processing.dialog.hints')}
          count={choice.hints.trim() === '' ? 0 : 1}
          isOpen={choice.hints !== ''}
        >
          <HintsField hints={choice.hints} onChange={(hints) => onChange({ hints })} />
        </ProcessSection>
      ) : null}
    </div>
  );
}
