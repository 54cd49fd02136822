import type { Fragments } from './pattern.rules.ts';

export type TaskCue = {
  /** "I will …": the speaker. */
  commits: string;
  /** May be so; wants evidence beside it. */
  mayCommit: string;
  /** "You …": whoever is spoken to. */
  asks: string;
  mayAsk: string;
  /** "Anna takes care of": what stands before is who. */
  assigns: string;
  mayAssign: string;
  /** Somebody, nobody yet. */
  musts: string;
  /** "Will do": whoever says so takes what was asked. */
  accepts: string;
  /** Makes an order a wish. */
  please: string;
  /** "Who …?": a task where somebody answers that they do. */
  whoAsks: string;
  /** "Me": all that an answer needs. */
  selfAnswers: string;
  /** "Can anybody …?": asked of nobody in particular. */
  anyone: string;
  notTask: string;
};

export type DecisionCue = {
  /** First-person resolution: "we take it". A decision if the context confirms it. */
  resolves: string;
  /** What happens to somebody or something: "it is cancelled", "she stays"; wants more around it. */
  ordains: string;
  /** From when, for how long, for whom: what rules say. */
  binds: string;
  /** A short turn that begins so is glad of what was said. */
  agrees: string;
  refuses: string;
  /** Asks the others whether it may be so. */
  consent: string;
};

/** How a language says what minutes are made of: phrases as `patternOf` reads them, one a line. */
export type Cue = TaskCue &
  DecisionCue & {
    fragments: Fragments;
    /** Behind which a noun is likely; empty where nouns have a capital. */
    articles: string;
    /** Behind which a full stop ends no sentence, lower case. */
    abbreviations: string;
    /** Where a sentence without end may be cut. */
    cutsBefore: string;
    /** What finds a place in a calendar or on a clock. */
    dates: string;
    /** Looks like one and is none. */
    notDates: string;
    /** Words between two dates that are one. */
    dateLinks: string;
    /** Dates by which nothing can be done any more, or that come again and again. */
    past: string;
    /** By when, beside dates. */
    due: string;
    /** Somebody states a decision. */
    decided: string;
    /** What is settled by agreeing with what was proposed just before. */
    settled: string;
    /** "Good, so": what follows from what was talked over. */
    concludes: string;
    /** Only what was said before tells what is meant. */
    pointsBack: string;
    /** Something is put to the others. */
    proposed: string;
    /** Sounds like a decision and is none: put off, doubted, long past. */
    undecided: string;
    /** Begins a question that may lack its mark. */
    asking: string;
    /** Not asked to be answered. */
    rhetorical: string;
    /** "I don't know": no answer. */
    unknown: string;
    /** What is open, said as a statement. */
    stillOpen: string;
    /** Money, shares, measures. */
    figures: string;
    /** Greetings, sound, coffee. */
    housekeeping: string;
    /** Here comes what counts. */
    important: string;
    /** What I feel, guess, or remember. */
    personal: string;
    /** A topic begins. */
    opens: string;
    honorifics: string;
    /** Words with a capital that are nobody's name. */
    notNames: string;
  };
