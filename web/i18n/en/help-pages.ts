import type { HelpWords } from '#web/i18n/help-words.ts';
import { helpKeys } from './help-keys.ts';
import { helpReading } from './help-reading.ts';

export const helpPages: HelpWords = {
  page: {
    lead: 'Short answers about every page. Nothing you read here changes your recordings.',
    search: 'Search the help …',
    clear: 'Clear search',
    topics: 'Topics of the help',
    all: 'All topics',
    found: { one: '{count} match', other: '{count} matches' },
    nothing: 'There is nothing about that here',
    nothingText: 'Try a shorter or another word, or look through the topics.',
    contents: 'On this page',
    tour: 'Show the tour again',
    tourLater: {
      recording: 'The tour begins as soon as the new session is created.',
      session: 'The tour begins as soon as you open a session with a transcript.',
    },
    unknown: 'There is no such topic. All topics are listed below.',
    periods: 'On this server audio stays {days} days, everything else {months} months.',
    largest: 'On this server a file may have at most {size}.',
  },
  topics: {
    library: {
      title: 'Library',
      about: 'Find, open and delete sessions.',
      sections: [
        {
          title: 'What a session is',
          text: [
            'A session is one conversation with everything that belongs to it: audio, transcript, notes and results. The newest come first, grouped by day.',
            '“Record” in the library begins at once. Choose a file there, or drop one anywhere on the library. Change name and language whenever you like. With “New session” you fill in everything first.',
          ],
        },
        {
          title: 'Searching',
          text: [
            'You search the titles or what was said. The second finds sessions in which all words were said near each other. Each place leads to its spot in the transcript.',
            'Words in quotation marks must follow each other exactly.',
          ],
        },
        {
          title: 'What a status means',
          text: ['Each row says how far a session is.'],
          points: [
            'new: there is no audio yet.',
            'pending: the recording is on the server and waits for its turn.',
            'transcribing: the text is being written. You can read it already.',
            'processing: the text is there, the results are being made.',
            'almost finished: it takes longer than estimated.',
            'completed: everything is there.',
            'error: there is no transcript. The session says why, and what you can do.',
          ],
        },
        {
          title: 'Deleting',
          text: [
            'Deleting takes away audio, transcript, notes and results. You then have some seconds to undo it.',
            'Choose several sessions with “Select”. The button with the calendar shows what will be deleted by itself.',
          ],
        },
        {
          title: 'Recordings that have not arrived yet',
          text: [
            'A recording that is still on this device stands at the top. You can continue, upload or discard it.',
            'If a device was lost, you can finish what the server already has.',
          ],
        },
      ],
    },
    record: {
      title: 'Recording',
      about: 'Record a conversation without losing any of it.',
      sections: [
        {
          title: 'How to begin',
          text: [
            'Press “Record” in the library. The browser asks once whether the page may use the microphone. Then the recording runs.',
            'To check the sound first, choose “Check the sound first”, or “Record” in a new session: then the page listens for three seconds and says whether the sound is good. Nothing is recorded until you press “Start recording”.',
          ],
        },
        {
          title: 'The three lights',
          text: ['They show where the recording is. Close the tab only when the third is lit.'],
          points: ['recorded', 'on this device', 'on the server'],
        },
        {
          title: 'While it runs',
          text: [
            '“Pause” holds the recording without ending the session. A marker remembers a moment that you want to find again. Write notes beside it; they belong to the session.',
            'If the sound is poor, a message says so, and what helps. The recording goes on meanwhile.',
          ],
        },
        {
          title: 'Long conversations',
          text: [
            'A recording has at most 2:30 hours. You are warned before. After that it goes on in a new session without a gap.',
          ],
        },
        {
          title: 'When something gets in the way',
          text: [
            'Without a connection the recording goes on; it is sent once the connection is back. If the microphone has gone, connect it again or choose another one.',
            'If the tab was closed or the browser crashed, the recording is offered the next time you open Wortlaut.',
          ],
        },
        {
          title: 'Video calls',
          text: [
            'In the sound settings you can also record the sound of a tab or of the computer. The browser asks what to share; choose it with sound. Ask the people in the call whether they agree.',
          ],
        },
      ],
    },
    phone: {
      title: 'Phone as a microphone',
      about: 'Record with the phone on the table, and read along here.',
      sections: [
        {
          title: 'How to connect',
          text: [
            'In a session without sound choose “Record with the phone”, or “Connect a phone” in the menu of the person. Scan the QR code with the camera of the phone, or type the code there. Sign in on the phone with the same account. Some servers ask for no sign-in there; it is said beside the code.',
            'Then both screens show a number. If it is the same, confirm it here. Without this comparison a photo of the code is of no use to anybody.',
          ],
        },
        {
          title: 'During the recording',
          text: [
            'Switch on the microphone on the phone. Start, pause, markers and finish then work on both screens. Here you see level, time, hints and network of the phone, its battery if its browser tells it, and the draft if the phone writes one.',
            'A command that the phone does not take within 10 seconds is not carried out any more. Both screens say so.',
          ],
        },
        {
          title: 'When one side is gone',
          text: [
            'The phone goes on recording, also if the tab here is closed or there is no network. What is not on the server yet lies on the phone, and is sent as soon as that works again.',
            'If nobody has signed in on the phone, it can send nothing after the end of the pairing. What is missing stays on the phone until you sign in there.',
            'If the phone does not come back, you can complete here what the server has of the recording.',
          ],
        },
      ],
    },
    dictate: {
      title: 'Dictating',
      about: 'Speak, and read the text at once.',
      sections: [
        {
          title: 'What happens when you dictate',
          text: [
            'The sound is recorded as always. What you say also appears at once as a draft. After the recording the transcript replaces the draft.',
            '“Keep as notes” puts the draft into the notes of the session.',
          ],
        },
        {
          title: 'Who writes the draft',
          text: [
            'This device, if it can: the recognition in the browser, or a model that is fetched once from the server. The sound does not leave the device for it.',
            'A service of the browser’s maker is used only where your organisation allows it and you have agreed once.',
          ],
        },
        {
          title: 'If no text appears',
          text: [
            'Speak closer to the microphone. The browser says what it lacks, such as a language pack. The sound is recorded in any case.',
            'If there is no “Dictate” at all, it is switched off for your organisation.',
          ],
        },
      ],
    },
    upload: {
      title: 'Uploading a file',
      about: 'Check, shorten and send an audio or video file.',
      sections: [
        {
          title: 'Choosing a file',
          text: [
            'Drag the file onto the field, choose it, or paste a copied one. One file at a time, at most 2:30 hours.',
            'If it is larger than allowed, this device can make a smaller one of it. The file itself stays as it is.',
          ],
        },
        {
          title: 'It is checked first',
          text: [
            'The device reads the file and says how well it can be understood. Nothing goes to the server before you press “Upload”.',
          ],
        },
        {
          title: 'Trimming',
          text: [
            'Silence at the beginning, at the end and in long pauses is suggested to be left out. You can also select a stretch yourself and leave it out. Everything can be undone until you upload.',
            '“Normalise loudness” helps with quiet recordings. Under “Compare” you hear exactly what is sent.',
          ],
        },
        {
          title: 'Sending',
          text: [
            'The recording goes to the server in parts. If the connection breaks off, it goes on at the last part. Leave the tab open until the third light is lit.',
            'If you have closed the page, you find your work on this device again for 24 hours.',
          ],
        },
      ],
    },
    'sound-check': {
      title: 'Sound check and sound quality',
      about: 'What makes a good transcript, and what you can improve.',
      sections: [
        {
          title: 'The three verdicts',
          text: ['Wortlaut measures the sound and gives the reason if it is not good.'],
          points: [
            'Easy to understand: there is nothing to do.',
            'Usable, with limitations: expect more mistakes at the places named.',
            'Hard to understand: record once more if you can.',
          ],
        },
        {
          title: 'What helps most',
          text: ['Being close to the microphone matters more than any device.'],
          points: [
            'Put the microphone in the middle, at most one metre from everybody who speaks.',
            'Do not put it on a table that people knock against, nor beside a fan.',
            'Close windows and doors.',
            'Let one person speak at a time.',
            'Use a cable instead of a wireless connection if the sound drops out.',
          ],
        },
        {
          title: 'Sound settings',
          text: [
            'For conversations in a room it is best to leave everything off. “Cancel echo” is for voices from a loudspeaker, “Suppress noise” for fans and traffic, “Adjust the level automatically” for voices of very different loudness.',
          ],
        },
        {
          title: 'The microphone is not allowed',
          text: [
            'Click the symbol to the left of the address and allow the microphone. If it stays blocked, your organisation may have forbidden it; ask your administrator.',
          ],
        },
      ],
    },
    ...helpReading,
  },
  keys: helpKeys,
};
