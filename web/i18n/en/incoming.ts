/** A file that another app has shared, or that was opened with the app. */
export const incoming = {
  title: 'The session gets this file',
  text: '“{{name}}” ({{size}}) is on this device only. It is checked as soon as the session is created, and goes to the server only when you choose “Upload”.',
  remove: 'Leave the file out',
  none: 'No file has arrived. Share the recording again, or choose the file after the session is created.',
  not_stored:
    'The browser could not store the file on this device. The file itself is unchanged. Free some storage and share it again, or choose it after the session is created.',
};
