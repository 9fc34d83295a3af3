import type { MailLinkCopy } from '../../pages/mail-links.ts';

const expiredTitle = 'This link can no longer be used';

/** The dialog that links in mails open; content/pages/mail-links.ts has the French one. */
export const englishMailLinkCopy: MailLinkCopy = {
  verify: {
    ask: {
      title: 'Confirm your email address',
      text: 'An account of the customer portal was created with your email address. If it was you, enter the password that you chose: you can then sign in.',
      otherwise: 'If it was not you, close this window: nobody can use the account without this confirmation.',
      password: 'Password',
      action: 'Confirm my address',
    },
    done: {
      title: 'Email address confirmed',
      text: 'Your account is ready: you can sign in.',
      action: 'Sign in',
    },
    expired: {
      title: expiredTitle,
      text: 'It has expired, was used already or is incomplete. Ask for a new one, or sign in if your address is confirmed.',
      action: 'Get a new link',
    },
  },
  confirmEmail: {
    ask: {
      title: 'Confirm your new email address',
      text: 'This address was given as the new address of an account of the customer portal. Confirm that it is yours: you will then sign in with it.',
      otherwise: 'If you did not ask for this, close this window: nothing changes without your confirmation.',
      action: 'Confirm my new address',
    },
    done: {
      title: 'New address confirmed',
      text: 'You now sign in with it. A message tells your previous address.',
      action: 'Open the portal',
    },
    expired: {
      title: expiredTitle,
      text: 'It has expired or was used already. Sign in to ask for a new one.',
      action: 'Open the portal',
    },
  },
  cancelEmail: {
    ask: {
      title: 'Cancel the change of address?',
      text: 'Somebody asked to change the email address of your account. If it was not you, cancel the change: all sessions end, and the account stays locked until you choose a new password.',
      otherwise: 'If it was you, close this window: there is nothing to do.',
      action: 'Cancel and lock my account',
    },
    done: {
      title: 'Change cancelled, account locked',
      text: 'All sessions have ended. Now ask for a new password: we will send a link to this address.',
      action: 'Ask for a new password',
    },
    expired: {
      title: expiredTitle,
      text: 'It has expired or was used already. If you can no longer sign in, write to us.',
      action: 'Contact us',
    },
  },
  bankAlarm: {
    ask: {
      title: 'Raise an alarm about this bank account?',
      text: 'We told you of a new bank account. If you doubt that announcement, raise an alarm: the account cannot become active before we have looked into it, and we will call you.',
      otherwise: 'If nothing seems wrong to you, close this window: there is nothing to do.',
      action: 'Raise an alarm',
    },
    done: {
      title: 'Alarm raised, thank you',
      text: 'Our team has been told. Only pay to the account that the portal shows.',
      action: 'Contact us',
    },
    expired: {
      title: expiredTitle,
      text: 'The account was withdrawn, or the link is too old. If in doubt, call us at the number that you know.',
      action: 'Contact us',
    },
  },
  revertEmail: {
    ask: {
      title: 'Restore your email address?',
      text: 'The email address of your account was changed. If it was not you, restore this one: all sessions end, and the account stays locked until you choose a new password.',
      otherwise: 'If it was you, close this window: there is nothing to do.',
      action: 'Restore my address',
    },
    done: {
      title: 'Address restored, account locked',
      text: 'Your account has this address again, and all sessions have ended. Now ask for a new password: we will send a link to this address.',
      action: 'Ask for a new password',
    },
    expired: {
      title: expiredTitle,
      text: 'It has expired or was used already. If your address was not restored, write to us.',
      action: 'Contact us',
    },
  },
  rate: {
    title: 'How was our help?',
    text: 'One click saves your answer, without signing in.',
    choices: { good: 'Good', okay: 'Okay', bad: 'Bad' },
    thanks: 'Thank you, your answer is saved. You can change it for two weeks after the ticket was resolved.',
    open: 'Open the portal',
    expired: { title: expiredTitle, text: 'It has expired or is incomplete, or you can no longer see this ticket.' },
    over: {
      title: 'This ticket can no longer be rated',
      text: 'It was reopened, merged with another one, or resolved more than two weeks ago.',
    },
  },
  busy: 'Sending...',
  loading: 'Loading...',
  retry: 'Try again',
  wrongPassword: 'This is not the password that you chose. Try again, or sign up again.',
  failed: 'That did not work. Check your connection, then try again in a moment.',
  tooMany: 'Too many attempts from your network. Try again in an hour.',
  close: 'Close',
};
