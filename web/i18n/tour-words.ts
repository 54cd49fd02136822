/** Guided tours (§2.12) and their steps, in their order. */
export const tourSteps = {
  library: ['create', 'search', 'soon', 'help'],
  recording: ['ways', 'check', 'lights', 'while'],
  session: ['tabs', 'text', 'player', 'process', 'menu'],
} as const;
export type Tour = keyof typeof tourSteps;
export type TourStep<T extends Tour = Tour> = (typeof tourSteps)[T][number];

type StepWords = { title: string; text: string };

/** The words of the tours in one language. They are loaded with the first tour. */
export type TourWords = {
  names: Record<Tour, string>;
  /** With `{number}` and `{count}`. */
  position: string;
  next: string;
  back: string;
  end: string;
  skip: string;
  /** Told to screen readers when a tour begins by itself: where it is, and how to end it. */
  reach: string;
  steps: { [T in Tour]: Record<TourStep<T>, StepWords> };
};
