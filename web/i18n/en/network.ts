export const network = {
  label: 'Connection',
  offline: 'Your device is offline. As soon as the connection is back, work continues by itself.',
  unreachable: 'The server cannot be reached. The connection is tried again every {{seconds}} seconds.',
};
