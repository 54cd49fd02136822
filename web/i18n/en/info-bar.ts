export const infoBar = {
  label: 'Announcement',
  more: 'Learn more',
  whole: 'Show all: {{title}}',
  close: 'Close: {{title}}',
  survey: {
    q1: 'Did Wortlaut save you time with “{{title}}”?',
    q2: 'About how much time?',
    thanks: 'Thank you for your answer.',
    close: 'Close the survey',
    answer: { yes: 'Yes', no: 'No' },
    time: {
      '5min': '5 minutes',
      '10min': '10 minutes',
      '15min': '15 minutes',
      '30min': '30 minutes',
      '1h': '1 hour',
      '1h+': 'more than 1 hour',
    },
    spoken: {
      q1: 'There is a short survey at the top of the page: Did Wortlaut save you time with “{{title}}”?',
      q2: 'About how much time?',
      thanks: 'Thank you for your answer.',
    },
  },
  dataProtection: {
    title: 'Data protection: shorter retention from {{day}}',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    months_one: '{{count}} month',
    months_other: '{{count}} months',
    periods:
      'From {{day}} audio is deleted after {{days}} and all other content of a session after {{months}}.',
    goes: {
      both: 'Audio from before {{audio}} and sessions from before {{content}} are deleted on that day.',
      audio: 'Audio from before {{audio}} is deleted on that day.',
      content: 'Sessions from before {{content}} are deleted on that day.',
    },
    todo: 'Download what you need for longer before then.',
  },
};
