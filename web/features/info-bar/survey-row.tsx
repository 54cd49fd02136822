import { CircleCheck, MessageCircleQuestion, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { surveyChoices } from '#api/contract/survey.ts';
import { usePageHidden } from '#web/lib/use-page-hidden.ts';
import row from '#web/parts/info-bar/info-row.module.css';
import { Button } from '#web/ui/button.tsx';
import style from './survey-row.module.css';
import { answerFirst, answerSecond, closeSurvey, noteShown, type OpenSurvey } from './survey.state.ts';

type SurveyRowProps = { survey: OpenSurvey };

/** The survey about a session, one question at a time, then the thanks (§4.11). */
export function SurveyRow({ survey: { step, title } }: SurveyRowProps) {
  const { t } = useTranslation();
  const isHidden = usePageHidden();
  useEffect(() => {
    if (!isHidden) noteShown();
  }, [isHidden]);
  if (step === 'thanks')
    return (
      <div className={row.row} data-tone="safe">
        <CircleCheck className={row.icon} size={20} aria-hidden="true" />
        <p className={row.text}>{t('infoBar.survey.thanks')}</p>
      </div>
    );
  const question = t(`infoBar.survey.${step}`, { title: shortened(title) });
  return (
    <div className={row.row} data-tone="info">
      <MessageCircleQuestion className={row.icon} size={20} aria-hidden="true" />
      <p className={row.text}>{question}</p>
      <div className={row.actions}>
        <fieldset aria-label={question} className={style.choices}>
          {step === 'q1'
            ? surveyChoices.q1.map((choice) => (
                <Button key={choice} onPress={() => answerFirst(choice)}>
                  {t(`infoBar.survey.answer.${choice}`)}
                </Button>
              ))
            : surveyChoices.q2.map((choice) => (
                <Button key={choice} className={style.time} onPress={() => answerSecond(choice)}>
                  {t(`infoBar.survey.time.${choice}`)}
                </Button>
              ))}
        </fieldset>
        <Button icon look="quiet" aria-label={t('infoBar.survey.close')} onPress={closeSurvey}>
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}

const maxTitle = 40;

/** The question stays readable beside a long title. */
const shortened = (title: string): string =>
  title.length > maxTitle ? `${title.slice(0, maxTitle).trimEnd()}…` : title;
