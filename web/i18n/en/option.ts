/** What a session can be turned into, where it is chosen beforehand. */
export const option = {
  after: {
    title: 'Create afterwards',
    hint: 'What is made by itself as soon as the transcript is there. Everything can be made later as well.',
    loading: 'The processing options are loading.',
    needsModel: 'What cannot be chosen needs a language model. None is set up on this server.',
    failed: 'The processing options could not be loaded',
    defaults: 'You can create the session all the same. What is usual here will then be made.',
  },
};
