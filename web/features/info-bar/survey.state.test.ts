import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timings } from '#web/lib/time.ts';
import {
  answerFirst,
  answerSecond,
  closeSurvey,
  forgetSurveys,
  noteShown,
  offerSurvey,
  surveyState,
} from './survey.state.ts';

const server = vi.hoisted(() => ({ sent: [] as Record<string, string>[], isUp: true }));
vi.mock('#web/lib/http.ts', () => ({
  api: {
    v1: {
      survey: {
        $post({ json }: { json: Record<string, string> }) {
          server.sent.push(json);
          return server.isUp ? Promise.resolve() : Promise.reject(new Error('No answer.'));
        },
      },
    },
  },
}));

const session = { id: 's1', title: 'Gemeinderat' };
const sent = () =>
  server.sent.map((each) => [each['session_id'], each['survey_question'], each['survey_answer']]);
const step = () => surveyState.open?.step ?? null;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { sent: [], isUp: true });
  forgetSurveys();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the survey', () => {
  it('asks for the time after a yes, thanks for 3 s and closes; each answer has an id of its own', () => {
    offerSurvey('petra', session);
    noteShown();
    noteShown();
    answerFirst('yes');
    expect(step()).toBe('q2');
    answerSecond('1h+');
    expect(step()).toBe('thanks');
    vi.advanceTimersByTime(timings.surveyThanksMs - 1);
    expect(step()).toBe('thanks');
    vi.advanceTimersByTime(1);
    expect(step()).toBeNull();
    expect(sent()).toEqual([
      ['s1', 'shown', ''],
      ['s1', 'q1', 'yes'],
      ['s1', 'q2', '1h+'],
    ]);
    expect(new Set(server.sent.map(({ id }) => id)).size).toBe(3);
  });

  it('thanks at once after a no', () => {
    offerSurvey('petra', session);
    answerFirst('no');
    expect(step()).toBe('thanks');
    answerSecond('5min');
    expect(sent()).toEqual([['s1', 'q1', 'no']]);
  });

  it('is not begun anew while one is open, nor a second time for the same person in this page', () => {
    offerSurvey('petra', session);
    answerFirst('yes');
    offerSurvey('petra', session);
    offerSurvey('urs', { id: 's2', title: 'Anderes' });
    expect(surveyState.open).toMatchObject({ personId: 'petra', sessionId: 's1', step: 'q2' });
    closeSurvey();
    offerSurvey('petra', { id: 's3', title: 'Drittes' });
    expect(surveyState.open).toBeNull();
    offerSurvey('urs', { id: 's2', title: 'Anderes' });
    expect(surveyState.open).toMatchObject({ personId: 'urs', sessionId: 's2', step: 'q1' });
  });

  it('goes on when an answer does not reach the server, which is only logged', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.isUp = false;
    offerSurvey('petra', session);
    answerFirst('yes');
    await vi.advanceTimersByTimeAsync(0);
    expect(step()).toBe('q2');
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });

  it('that is closed during its thanks does not close the next one', () => {
    offerSurvey('petra', session);
    answerFirst('no');
    closeSurvey();
    offerSurvey('urs', { id: 's2', title: 'Anderes' });
    vi.advanceTimersByTime(2 * timings.surveyThanksMs);
    expect(step()).toBe('q1');
  });
});
