import type { TourWords } from '#web/i18n/tour-words.ts';

export const tour: TourWords = {
  names: {
    library: 'Tour: library',
    recording: 'Tour: recording',
    session: 'Tour: session',
  },
  position: '{number} of {count}',
  next: 'Next',
  back: 'Back',
  end: 'Done',
  skip: 'End the tour',
  reach: 'A short tour is open. It stands before the content of the page; Escape ends it.',
  steps: {
    library: {
      create: {
        title: 'Everything begins here',
        text: '“Record” begins at once. Choose a file, or drop one anywhere on this page. With “New session” you fill in everything first, or dictate.',
      },
      search: {
        title: 'Titles or what was said',
        text: 'Search for the name of a session, or for words that somebody said.',
      },
      soon: {
        title: 'Nothing stays for ever',
        text: 'Audio and texts are deleted after a period. This button shows what expires soon.',
      },
      help: {
        title: 'Help with every page',
        text: 'Here are short answers, all keyboard shortcuts, and this tour once more.',
      },
    },
    recording: {
      ways: {
        title: 'How the sound gets here',
        text: 'Record, or upload a file that you already have.',
      },
      check: {
        title: 'First we listen',
        text: 'Three seconds are enough to say whether the sound is good. Nothing is recorded until you say so.',
      },
      lights: {
        title: 'Three lights',
        text: 'Recorded, on this device, on the server: close the tab only when the third is lit. If the connection breaks off, the recording goes on.',
      },
      while: {
        title: 'While it runs',
        text: 'You can pause, set markers and write notes. The tour is out of the way then.',
      },
    },
    session: {
      tabs: {
        title: 'Everything about one conversation',
        text: 'Audio, details, transcript and notes, and a tab of its own for each result.',
      },
      text: {
        title: 'Read and improve',
        text: 'A click on a word plays it. A double click opens the section for writing. A click on a name renames the person.',
      },
      player: {
        title: 'Listen again',
        text: 'The picture shows the whole recording. A click goes there, the space bar plays and pauses.',
      },
      process: {
        title: 'Process',
        text: 'This makes a summary, minutes or the answer to your question. Check what it says: the numbers lead to the moment of the recording.',
      },
      menu: {
        title: 'Hand on',
        text: 'The menu downloads documents and the audio, sends them by e-mail, or transcribes again.',
      },
    },
  },
};
