export const template = {
  ask: 'Is a template missing?',
  link: 'Suggest a template',
  summary: 'New template for processing',
  description:
    'Name of the template:\n\nWhat it should make of a conversation:\n\nHow the result should be structured:\n\nFor which conversations it is meant:\n\nPlease give no details about people and no texts from conversations.\n\nWortlaut {{version}}, {{host}}',
};
