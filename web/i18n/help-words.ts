/** Topics of the help, by the last part of their addresses (`/help/{topic}`), in the order of the list. */
export const helpTopics = [
  'library',
  'record',
  'phone',
  'dictate',
  'upload',
  'sound-check',
  'transcript',
  'notes',
  'results',
  'sharing',
  'retention',
  'offline',
  'account',
  'administration',
  'keys',
] as const;
export type HelpTopic = (typeof helpTopics)[number];

export type HelpSection = {
  title: string;
  text: readonly string[];
  /** A list after the text. */
  points?: readonly string[];
};

export type HelpTopicWords = {
  title: string;
  /** What the topic is about, in one line. */
  about: string;
  sections: readonly HelpSection[];
};

/** Actions of keys whose names no other sentence of the page has. */
export const keyLabels = [
  'overview',
  'endTour',
  'nextRow',
  'previousRow',
  'select',
  'selectRange',
  'selectAll',
  'remove',
  'endSelection',
  'undoRemoval',
  'mark',
  'pause',
  'step',
  'longStep',
  'fineStep',
  'minute',
  'ends',
  'closer',
  'further',
  'whole',
  'selectFrom',
  'selectTo',
  'unselect',
  'leaveOut',
  'bracketStart',
  'bracketEnd',
  'play',
  'undo',
  'redo',
  'insertTime',
  'playTime',
  'nextProposal',
  'previousProposal',
  'firstProposal',
  'lastProposal',
  'takeProposal',
  'leaveProposal',
  'listenProposal',
] as const;
export type KeyLabel = (typeof keyLabels)[number];

/** Groups of keys that are not those of the player and of the transcript. */
export const keyPlaces = [
  'everywhere',
  'library',
  'record',
  'sound',
  'trim',
  'notes',
  'corrections',
] as const;
export type KeyPlace = (typeof keyPlaces)[number];

/** The words of the help pages in one language. They are loaded with the first help page, never at the start. */
export type HelpWords = {
  page: {
    lead: string;
    search: string;
    clear: string;
    /** Names the list of topics. */
    topics: string;
    all: string;
    found: { one: string; other: string };
    nothing: string;
    nothingText: string;
    contents: string;
    tour: string;
    /** When a tour begins whose screen is not shown yet. */
    tourLater: { recording: string; session: string };
    unknown: string;
    /** The periods of this host, with `{days}` and `{months}`. */
    periods: string;
    /** The largest file of this host, with `{size}`. */
    largest: string;
  };
  topics: Record<HelpTopic, HelpTopicWords>;
  keys: { lead: string; places: Record<KeyPlace, string>; labels: Record<KeyLabel, string> };
};
