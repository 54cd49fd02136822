export const exporting = {
  action: 'Download document …',
  title: 'Download document',
  what: 'Content',
  format: 'Format',
  type: {
    transcript: 'Transcript',
    notes: 'Notes',
    all: 'Everything in one document',
  },
  formats: {
    pdf: {
      name: 'PDF',
      hint: 'to read and hand on',
    },
    docx: {
      name: 'Word (DOCX)',
      hint: 'to edit further',
    },
    txt: {
      name: 'Text (TXT)',
      hint: 'without layout',
    },
    md: {
      name: 'Markdown (MD)',
      hint: 'text with markup',
    },
    json: {
      name: 'Data (JSON)',
      hint: 'for programs, with times and speakers',
    },
    srt: {
      name: 'Subtitles (SRT)',
      hint: 'for video programs',
    },
    vtt: {
      name: 'Subtitles (WebVTT)',
      hint: 'for the web, with speakers',
    },
  },
  more: 'More formats',
  submit: 'Download',
  preparing: 'The document is being made.',
  saved: 'Saved as {{name}}',
  failed: 'Failed to download report',
  unsaved: 'The transcript has changes that are not on the server yet. They are missing from the document.',
  nothing: {
    title: 'There is nothing to download yet',
    text: 'As soon as there is a transcript, notes or results, you can download them here as a document.',
  },
};
