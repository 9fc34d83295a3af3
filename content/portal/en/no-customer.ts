/** For a user without a company: loaded for them alone. */
export const noCustomer = {
  // product §2
  required: {
    title: 'Account Access Required',
    description: 'Your account needs to be linked to a customer profile. Please contact support for assistance.',
  },
  desk: 'Open the service desk',
  invited: <Email>(email: Email) => [
    'Does your company already use this portal? Ask a colleague who is an owner to invite ',
    email,
    ' on the page "People".',
  ],
  title: 'Write to us',
  description: <Email>(email: Email) => [
    'Otherwise, or if you had access until recently, tell us which company you belong to. We answer by email to ',
    email,
    '.',
  ],
  company: { label: 'Your company', missing: 'Please enter the name of your company.' },
  message: {
    label: 'Message',
    missing: 'Please write a message.',
    tooLong: (max: string, length: string) => `Please use at most ${max} characters: these are ${length}.`,
  },
  submit: 'Send message',
  busy: 'Sending...',
  notSent: (reason: string) => `Your message was not sent. ${reason}`,
  sent: {
    title: 'Message sent',
    description: <Email>(email: Email) => ['Our team has it and will answer by email to ', email, '.'],
  },
};
export type NoCustomerCopy = typeof noCustomer;
