import type { Fragments } from './pattern.rules.ts';

export type TaskCue = {
  /** The speaker commits: "I will …". */
  commits: string;
  /** A weaker form of a commitment, which counts only with further evidence. */
  mayCommit: string;
  /** The addressee is asked: "You …". */
  asks: string;
  mayAsk: string;
  /** The subject before the phrase gets the task: "Anna takes care of". */
  assigns: string;
  mayAssign: string;
  /** A task without an owner. */
  musts: string;
  /** The speaker accepts what was asked: "Will do". */
  accepts: string;
  /** Turns an order into a request. */
  please: string;
  /** "Who …?": a task if somebody volunteers. */
  whoAsks: string;
  /** "Me": enough as an answer to `whoAsks`. */
  selfAnswers: string;
  /** A request to no particular person: "Can anybody …?". */
  anyone: string;
  notTask: string;
};

export type DecisionCue = {
  /** A resolution in the first person ("we take it"). It is a decision if the context confirms it. */
  resolves: string;
  /** A resolution in the third person ("it is cancelled", "she stays"). It needs more evidence than `resolves`. */
  ordains: string;
  /** Scope of a rule: from when, for how long, for whom. */
  binds: string;
  /** The beginning of a short turn that agrees with what was said. */
  agrees: string;
  refuses: string;
  consent: string;
};

/** Cue phrases of a language for minutes, one per line, in the syntax of `patternOf`. */
export type Cue = TaskCue &
  DecisionCue & {
    fragments: Fragments;
    /** Words before which a noun is likely. Empty for languages that capitalise nouns. */
    articles: string;
    /** Abbreviations whose full stop ends no sentence, in lower case. */
    abbreviations: string;
    /** Words before which an overlong sentence may be cut. */
    cutsBefore: string;
    dates: string;
    /** Phrases that look like dates but are none. */
    notDates: string;
    /** Words that join two dates to one. */
    dateLinks: string;
    /** Dates that cannot be deadlines: past or recurring. */
    past: string;
    /** Deadlines other than dates. */
    due: string;
    decided: string;
    /** Agreement that settles what was proposed just before. */
    settled: string;
    /** Concludes a discussion: "Good, so". */
    concludes: string;
    /** Refers to what was said before, so that the sentence alone is not clear. */
    pointsBack: string;
    proposed: string;
    /** A sentence that sounds like a decision but is none: postponed, doubted, long past. */
    undecided: string;
    /** The beginning of a question that may lack its question mark. */
    asking: string;
    /** A question that expects no answer. */
    rhetorical: string;
    /** A reply that is no answer: "I don't know". */
    unknown: string;
    /** A statement that a point is still open. */
    stillOpen: string;
    /** Money, shares, measurements. */
    figures: string;
    /** Greetings, audio checks, breaks. */
    housekeeping: string;
    important: string;
    /** Feelings, guesses, memories. */
    personal: string;
    opens: string;
    honorifics: string;
    /** Capitalised words that are not names. */
    notNames: string;
  };
