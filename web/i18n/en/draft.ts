export const draft = {
  model: {
    label: 'Draft on this device',
    switch: 'Write a draft on this device',
    open: 'Models on this device',
    offer: {
      title: 'Read along while people speak',
      text: 'The words appear as a draft while people are still speaking. This happens on this device. Nothing is sent for it.',
      load: 'For this a model is fetched once from this server: {{model}}, {{size}}. After that it works without a connection too.',
      agree: 'Fetch and write along',
      notNow: 'Not now',
    },
    loading: 'Fetching {{model}}',
    loaded: '{{done}} of {{total}}',
    cancel: 'Stop fetching',
    goOn: 'Go on fetching',
    ready: 'The model is on this device. The draft is ready.',
    perVisit: 'This browser cannot store the model. It is fetched anew at each visit ({{size}}).',
    cause: {
      browser: 'This browser cannot write a draft on the device. A newer browser can.',
      unreachable:
        'There is no model for drafts on this device, and the server cannot be reached. Please try again when you are connected.',
      none_offered: 'This server has no model for drafts. Your administration can fetch one.',
      none_fits: 'No model of this server fits this device and the language of the session.',
      admin: 'How to bring a model to the server: run this command there.',
    },
    refusal: {
      title: 'The model could not be fetched',
      full: 'There is too little room on this device. What had come was removed, so that room is left for recordings. Please make room and try again.',
      interrupted:
        'The connection was interrupted. What has come stays on this device. It goes on where it stopped.',
      missing: 'The server no longer has the model. Please try again later or choose another one.',
      wrong_digest:
        'What came is not the announced model and was thrown away. Please try again. If it happens again, please contact your administration.',
      recorded: 'Recording and uploading work without a draft too.',
    },
    names: {
      fixture: 'Test model',
      'whisper-tiny': 'Whisper tiny',
      'whisper-base': 'Whisper base',
      'whisper-small': 'Whisper small',
      'whisper-large-v3-turbo': 'Whisper large-v3-turbo',
    },
    about: {
      fixture: 'For tests only: knows the words of synthetic test speech only.',
      'whisper-tiny': 'Fastest, least exact.',
      'whisper-base': 'More exact than tiny, a little slower.',
      'whisper-small': 'Much more exact than base, needs a fast device.',
      'whisper-large-v3-turbo': 'Most exact, needs a very fast device.',
    },
    reason: {
      chosen: 'You have chosen this model yourself.',
      measured: 'With this model this device writes about {{times}} times as fast as people speak.',
      predicted:
        'With this model this device probably writes about {{times}} times as fast as people speak. Another one was measured.',
      not_measured:
        'How fast this device writes is not measured yet. Therefore the smallest model is chosen.',
      too_slow:
        'With no model does this device write fast enough. This is the fastest one. The draft comes later, the recording does not suffer.',
      test_only: 'The server offers the test model only. It knows the words of synthetic test speech only.',
    },
    obstacle: {
      too_large: 'It is larger than {{limit}} and is used only if you choose it.',
      language: 'It does not know the language of the session.',
    },
    dialog: {
      lead: 'A model writes the draft on this device. Models come from this server only and stay here until you remove them.',
      inUse: 'The draft is written with {{model}} until {{chosen}} has been fetched.',
      automatic: 'Choose by itself again',
      list: 'Models',
      here: 'on this device',
      partly: '{{done}} fetched',
      notHere: 'not fetched',
      chosen: 'chosen',
      measured: '{{times}} times as fast as people speak (measured)',
      predicted: '{{times}} times as fast as people speak (estimated)',
      download: 'Fetch {{model}}',
      goOn: 'Go on fetching {{model}}',
      choose: 'Choose {{model}}',
      remove: 'Remove {{model}}',
      short: { download: 'Fetch', goOn: 'Go on fetching', choose: 'Choose', remove: 'Remove' },
      removeTitle: 'Remove {{model}}?',
      removeText:
        'This frees {{size}} on this device. The model is fetched again for the next draft. Recordings and transcripts stay.',
      removed: '{{model}} is removed from this device.',
      together: 'Together on this device: {{size}}.',
      persistent: 'The browser keeps them until you remove them.',
      notPersistent: 'The browser may delete them when room gets short.',
      offline: 'The server cannot be reached. This shows what is on this device.',
      host: 'This server does not provide drafts on the device. You can remove models that were fetched.',
      backend: {
        wasm: 'The processor has calculated last.',
        webgpu: 'The graphics card has calculated last.',
        failed: 'The graphics card has failed. Since then the processor calculates.',
      },
    },
  },
};
