import type { HelpWords } from '#web/i18n/help-words.ts';

/** Help about what comes after the recording. */
export const helpReading: Pick<
  HelpWords['topics'],
  | 'transcript'
  | 'notes'
  | 'results'
  | 'sharing'
  | 'retention'
  | 'offline'
  | 'account'
  | 'administration'
  | 'keys'
> = {
  transcript: {
    title: 'Transcript',
    about: 'Read, listen again and improve.',
    sections: [
      {
        title: 'Reading and listening',
        text: [
          'A click on a word plays that moment. The word being played is marked, and the text moves along until you scroll yourself.',
          'At the bottom is the player with the picture of the whole recording. A click on it goes there.',
        ],
      },
      {
        title: 'Improving the text',
        text: [
          'A double click on a section, or the Enter key, opens it for writing. Enter inside the text divides it. Everything is saved by itself.',
          'Everything can be undone. Earlier versions can still be read.',
        ],
      },
      {
        title: 'Who speaks',
        text: [
          'A click on a name renames the person everywhere. If only one turn belongs to somebody else, choose that person for this section.',
        ],
      },
      {
        title: 'Uncertain passages',
        text: [
          'A sign stands where the speech recognition was unsure, where the text repeats itself, or where nobody seems to speak. Listen to these passages before you hand the text on. Confirm what is right.',
        ],
      },
      {
        title: 'Find and replace',
        text: [
          'The search shows all matches. When you replace, you tick the ones you mean. If you have improved a word that occurs more often, the page offers to replace it there as well.',
        ],
      },
      {
        title: 'Draft',
        text: [
          'If your device wrote along during the recording, that text stands there as a draft until the transcript replaces it. The differences can be shown.',
        ],
      },
      {
        title: 'Transcribing again',
        text: [
          'In the menu of the session you can transcribe the recording again, for example in another language or louder. Your changes are taken over where they still fit; the rest is listed for you.',
        ],
      },
    ],
  },
  notes: {
    title: 'Notes',
    about: 'Write along, put in order, and link to moments.',
    sections: [
      {
        title: 'Writing',
        text: [
          'Write notes during the recording or later, alone or beside the transcript. They are saved by themselves, first on this device, then on the server.',
          'A few signs give form: # for a title, - for a list, ** around bold words.',
        ],
      },
      {
        title: 'Inserting times',
        text: [
          '“Insert time” puts the time of playback as a link. A click on it while reading plays that moment. Markers of the recording can be inserted too.',
        ],
      },
      {
        title: 'Putting in order',
        text: [
          '“Put in order” makes a proposal. Your notes change only when you take it. With a language model they are also completed from the transcript; what has no moment is marked “no source”.',
        ],
      },
      {
        title: 'Two versions',
        text: [
          'If the notes were changed in two places at the same time, both texts are kept. You decide which one stands.',
        ],
      },
    ],
  },
  results: {
    title: 'Processing and results',
    about: 'Summary, minutes, fact check, questions of your own.',
    sections: [
      {
        title: 'Processing',
        text: [
          'A processing option makes a result of the transcript, such as a summary or minutes. Choose in the new session what is to be made by itself; start everything else later with “Process”.',
          'Each result has a tab of its own. If one is created again, the earlier one can still be read.',
        ],
      },
      {
        title: 'Check what it says',
        text: [
          'Results may contain mistakes. The small numbers lead to the moment of the recording on which a sentence rests. “No source” means that no moment was found.',
          'Below the result it says whether a language model wrote it, or whether it consists of sentences of the transcript.',
        ],
      },
      {
        title: 'After changes',
        text: [
          'If you change the transcript or the notes, a result is marked as out of date. You can then create it again.',
        ],
      },
      {
        title: 'A question of your own',
        text: [
          'You can ask about the transcript, the notes or a result. For this the server needs a language model.',
        ],
      },
      {
        title: 'Corrections',
        text: [
          'If you like, the server looks for misspelt words. It makes proposals; nothing changes until you accept one.',
        ],
      },
    ],
  },
  sharing: {
    title: 'Downloading and sharing',
    about: 'Documents, audio and e-mail.',
    sections: [
      {
        title: 'Downloading a document',
        text: [
          'Under “Export” you choose content and format. PDF is for reading and handing on, Word for further editing, text has no layout. There are more formats for programs and videos.',
        ],
      },
      {
        title: 'Downloading the audio',
        text: [
          'The menu of the session downloads the audio as mp3 for as long as it is kept. Your organisation may switch that off.',
        ],
      },
      {
        title: 'Sharing by e-mail',
        text: [
          'For this your e-mail address must be confirmed. Everybody gets an e-mail of their own and does not see the other addresses. You see a preview before you send.',
          'What leaves by e-mail cannot be taken back or deleted by Wortlaut. Check recipients and content. If e-mail is not set up, download the documents and send them yourself.',
        ],
      },
    ],
  },
  retention: {
    title: 'Retention and privacy',
    about: 'How long things stay, and who sees them.',
    sections: [
      {
        title: 'What is deleted by itself',
        text: [
          'Audio and texts each have a period. When it is over they are deleted and cannot be brought back. Each session shows the exact date, the library shows what expires soon.',
          'Shorter periods are announced at least 30 days ahead. Download what you have to keep before.',
        ],
      },
      {
        title: 'Who sees your sessions',
        text: [
          'In Wortlaut only you. Other people do not see them even if they know the address. They are passed on only by whoever downloads documents or sends them by e-mail.',
          'Whoever runs the server has access to its files and backups. Ask your administrator what the rules are.',
        ],
      },
      {
        title: 'Where data go',
        text: [
          'Recordings go to your own server. Whether it uses another service for transcripts or results is decided by your administrator. Drafts on the device do not leave it.',
        ],
      },
      {
        title: 'Consent',
        text: [
          'Before you record, tell the people that you record, what for, and how long it is kept. Follow the rules of your organisation.',
        ],
      },
    ],
  },
  offline: {
    title: 'Offline and connection',
    about: 'What happens without network or server.',
    sections: [
      {
        title: 'A recording goes on',
        text: [
          'Recording works without network, without server and with an expired sign-in. What is recorded lies on this device and is sent as soon as that is possible.',
          'Leave the tab open until the third light is lit.',
        ],
      },
      {
        title: 'The bar at the top',
        text: ['It says what is the matter. Red means that nothing is sent. Yellow means that it goes on.'],
        points: [
          'Offline: your device has no network.',
          'Cannot be reached: the server does not answer. The page tries again by itself.',
          'Interrupted or paused: the next attempt comes in the time shown. “Try now” does not wait.',
        ],
      },
      {
        title: 'Notes and changes',
        text: ['They too lie on this device first. The library marks what has not been sent yet.'],
      },
      {
        title: 'If it does not come back',
        text: [
          'Save the recording as a file. You can upload it to a new session later. Do not close a private window before everything is sent: it stores nothing.',
        ],
      },
    ],
  },
  account: {
    title: 'Account and sign-in',
    about: 'Password, address, devices and settings.',
    sections: [
      {
        title: 'Signing in',
        text: [
          'You sign in with e-mail address and password, or through the sign-in service of your organisation. In that case you change the password there.',
          'If you have forgotten the password, have a link sent to you from the sign-in page. It is valid for one hour and only once. If the server sends no e-mail, your administrator helps.',
        ],
      },
      {
        title: 'Your account',
        text: [
          'Under “Account” in the menu at the top right you confirm your address, change the password and see where you are signed in. End a sign-in that you do not know there, and change the password afterwards.',
        ],
      },
      {
        title: 'Language and appearance',
        text: [
          'The same menu sets the language, and whether the page is light or dark. The language belongs to your account, the appearance to this device.',
        ],
      },
      {
        title: 'Role',
        text: [
          'If your organisation has roles, the role decides which processing options you see. You change it in the menu, but not during a recording.',
        ],
      },
      {
        title: 'Signing out and closing the account',
        text: [
          'Sign out if other people use this device. If not everything is on the server yet, the page asks first.',
          'A closed account is deleted with all its sessions. This cannot be undone.',
        ],
      },
    ],
  },
  administration: {
    title: 'Set-up',
    about: 'For superusers: what an address offers.',
    sections: [
      {
        title: 'Addresses',
        text: [
          'Superusers find “Set-up” in the menu. It lists the addresses of this server. Each has people, sessions and settings of its own.',
          'Only superusers of the main address change names, sign-in and limits.',
        ],
      },
      {
        title: 'Processing options and roles',
        text: [
          'You decide which processing options are offered, what is made by itself, and what the language model is told. The preview shows what a role sees before you save.',
        ],
      },
      {
        title: 'People',
        text: [
          'You give roles, lock people and make a link for a new password. Who is locked is signed out at once; sessions stay stored.',
        ],
      },
      {
        title: 'Retention',
        text: [
          'Longer periods hold at once. Announce shorter ones at least 30 days ahead; until then nothing is deleted earlier.',
        ],
      },
      {
        title: 'If two change at the same time',
        text: [
          'If somebody else has saved meanwhile, you see both states. You choose only where both have changed the same.',
        ],
      },
    ],
  },
  keys: {
    title: 'Keyboard shortcuts',
    about: 'Everything that the keyboard can do.',
    sections: [],
  },
};
