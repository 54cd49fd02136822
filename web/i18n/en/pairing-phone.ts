/** The side of the phone: the way into a pairing, and the recorder. */
export const pairingPhone = {
  title: 'Connect as a microphone',
  lead: 'This device records for a session that is open on another screen.',
  code: {
    label: 'Code',
    hint: 'The other screen shows it, for example ABCD-EFGH.',
    empty: 'Please enter the pairing code.',
    shape: 'A code has eight characters. Compare it with the other screen.',
    submit: 'Continue',
  },
  scan: {
    start: 'Scan the QR code',
    stop: 'Switch the camera off',
    label: 'Picture of the camera',
    opening: 'Allow the camera in the window of the browser.',
    looking: 'Point the camera at the QR code on the other screen.',
    other: 'This QR code does not belong to a pairing on this server.',
    failed: 'Scanner could not start',
    typed: 'Enter the code in the field “{{field}}” instead.',
    problem: {
      insecure:
        'Browsers give the camera to secured connections only, with an address that begins with https://.',
      unsupported: 'This browser gives no camera to the page.',
      denied: 'The camera is not allowed for this page. You can change that in the settings.',
      none: 'This device has no camera.',
      busy: 'The camera is in use or does not answer. Close other programs that use it.',
      failed: 'This browser could not read the QR code.',
    },
  },
  failed: {
    resolve: 'Could not resolve pairing code. Please try again.',
    activate: 'Could not activate pairing. Please try again.',
    wait: 'Next attempt in',
  },
  question: {
    title: 'Record for “{{title}}”?',
    text: 'This device becomes the microphone of the session. The other screen shows what it hears, and can control the recording.',
    connect: 'Connect',
    untitled: 'Record with this device?',
    untitledText:
      'This device becomes the microphone of the other screen. That screen shows what it hears, and can control the recording. You do not have to sign in here.',
  },
  unsent: {
    title: 'Not everything from an earlier pairing has been sent',
    text: 'Open it to send the rest. If you connect this device again now, the rest waits here until the owner of that session signs in.',
    open: 'Open the earlier pairing',
    connect: 'Connect anyway',
  },
  compare: {
    title: 'Compare with the other screen',
    text: 'Does it show the same number for “{{title}}”? Confirm it there. After that it goes on here by itself.',
    untitled: 'Does it show the same number? Confirm it there. After that it goes on here by itself.',
    waiting: 'Waiting for the confirmation …',
    lost: 'This device has no connection to the server just now. It comes back by itself.',
  },
  over: {
    text: 'Let the other screen show a new code.',
    again: 'Enter another code',
  },
  recorder: {
    link: {
      there: 'Connected with the other screen',
      away: 'The other screen is not there just now. The recording does not depend on it.',
      connecting: 'Connecting with the other screen …',
      lost: 'The other screen does not see this device just now. The recording does not depend on it.',
    },
    prepare: 'Switch on the microphone. After that the other screen can start the recording too.',
    awake: 'The screen stays on during the recording. Keep this page open.',
    notAwake: 'This browser cannot keep the screen on. Switch off the automatic lock of the device.',
    elsewhere: {
      title: 'This pairing is open in another tab',
      text: 'Record there. Once that tab is closed it goes on here by itself.',
    },
    ended: {
      title: 'The other screen is not connected any more',
      live: 'The recording goes on. Finish it here on this device.',
      rest: 'You can record on this device without it too.',
    },
    closed: {
      title: 'The recording of this session is complete',
      why: 'The server adds nothing to it any more, for example because it was completed on the other screen.',
      own: 'What the server does not have goes into a session of its own after that.',
      waits:
        'What the server does not have stays on this device until the person to whom the session belongs signs in here. Then it goes into a session of its own.',
    },
    late: 'The command “{{command}}” came too late and was not carried out.',
    refused: 'The command “{{command}}” was not carried out.',
    dismiss: 'Close message',
  },
  after: {
    unsent: '{{size}} still to send. Keep this page open.',
    sent: 'Saved and sent',
    session: 'To the session',
  },
  pass: {
    waits:
      'What is not sent yet is on this device. To send it, the person to whom the session belongs signs in here and chooses “Upload”.',
    nothing: 'Nothing on this device is waiting to be sent.',
    sent: 'You can close this page.',
  },
  unknown: {
    title: 'This device does not belong to this pairing',
    text: 'The pairing has ended, belongs to another device, or is no longer known to this device. Connect it again with a new code.',
    action: 'Enter code',
  },
};
