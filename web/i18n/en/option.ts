/** Processing options: their choice before the recording (`after`), and the options of a host on `/admin/domains`. */
export const option = {
  after: {
    title: 'Create afterwards',
    hint: 'What is made by itself as soon as the transcript is there. Everything can be made later as well.',
    loading: 'The processing options are loading.',
    needsModel: 'What cannot be chosen needs a language model. None is set up on this server.',
    failed: 'The processing options could not be loaded',
    defaults: 'You can create the session all the same. What is usual here will then be made.',
  },
  own: 'This address has processing options of its own.',
  shipped: 'This address has the processing options that are shipped.',
  unnamed: 'Without a name',
  byDefault: 'by itself',
  add: 'Add a processing option',
  remove: {
    action: 'Remove',
    title: 'Remove “{{name}}”?',
    text: 'It is not offered any more once you have saved. Results that are there already stay.',
    confirm: 'Remove',
  },
  roles: {
    title: 'Only for certain roles',
    hint: 'Without a choice the option is for everybody. Roles count only where the function “Roles” is switched on; otherwise an option with roles is offered to nobody.',
    only: 'only for {{roles}}',
    forNobody: 'offered to nobody: its roles do not exist any more',
    goneTitle: 'A role does not exist any more',
    goneText:
      'The option stays kept for this role until you change that, so that it is not offered to everybody by accident.',
    remove: 'Offer to everybody',
  },
  reset: {
    action: 'Restore those shipped',
    title: 'Restore the processing options that are shipped?',
    text: 'All names, instructions and roles of your own for {{host}} will be lost. Results that are there already stay.',
    confirm: 'Restore',
    done: 'The shipped processing options are restored.',
    failed: 'The shipped processing options could not be restored. {{reason}}',
  },
  field: {
    label: 'Identifier',
    labelHint: 'Lower-case letters, digits and _, beginning with a letter. It stays: results hang on it.',
    names: 'Names',
    byDefault: 'Preselected for new sessions',
    form: 'Form',
    target: 'Translate into',
    prompt: 'Instruction to the language model',
    promptHint:
      'What to write, with which headings, and what to leave out. The language of the result and its sources are added. Without a language model the instruction has no effect.',
    promptMore:
      'Adds to what this form asks for anyway, and may stay empty. Without a language model the instruction has no effect.',
    custom:
      'With this, people ask a question of their own about the transcript, the notes or a result. It needs a language model and never runs by itself. Remove it if that should not be possible here.',
  },
  form: {
    text: {
      name: 'Text',
      about:
        'Sections and lists as you instruct. Without a language model: the most important sentences as they were said.',
    },
    minutes: {
      name: 'Minutes',
      about: 'Decisions, tasks with who and by when, open points. Also without a language model.',
    },
    claims: {
      name: 'Fact check',
      about:
        'Claims that can be checked, with verdict and moments. Without a language model they are only listed.',
    },
    translation: {
      name: 'Translation',
      about: 'Turn by turn. Needs a language model.',
    },
    prompt: {
      name: 'Free form',
      about: 'Exactly what the instruction asks for, such as a letter. Needs a language model.',
    },
  },
  problem: {
    labelShape: 'Use lower-case letters, digits and _, beginning with a letter, at most 40 characters.',
    labelReserved: 'Wortlaut needs this identifier itself. Choose another one.',
    labelTwice: 'This identifier is there already. Choose another one.',
    nameRequired: 'Enter a name.',
    nameLong: 'The name may have at most 80 characters.',
    promptRequired: 'This form needs an instruction.',
    promptLong: 'The instruction may have at most 8000 characters.',
  },
};
