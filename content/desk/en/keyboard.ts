import type { KeyboardCopy } from '../fr/keyboard.ts';

export const keyboard: KeyboardCopy = {
  title: 'Keyboard shortcuts',
  description: 'They are inactive while you type in a field.',
  toggle: 'Single-key shortcuts',
  toggleHint: 'Turn them off if you dictate or use a screen reader. Ctrl + K still works.',
  sequence: 'then',
  groups: [
    {
      title: 'Everywhere',
      keys: [
        { keys: ['Ctrl', 'K'], text: 'Search or run a command (⌘ K on a Mac)' },
        { keys: ['/'], text: 'Go to the search field of the page' },
        { keys: ['c'], text: 'New ticket' },
        { keys: ['?'], text: 'Show this help' },
        { keys: ['Esc'], text: 'Close, or leave the reply field' },
      ],
    },
    {
      title: 'Go to',
      keys: [
        { keys: ['g', 'f'], text: 'Queue' },
        { keys: ['g', 'm'], text: 'My tickets' },
        { keys: ['g', 'r'], text: 'Held emails' },
        { keys: ['g', 'd'], text: 'Website leads, where they are delivered' },
        { keys: ['g', 'a'], text: 'Appointments, where they are booked' },
        { keys: ['g', 'c'], text: 'Customers' },
        { keys: ['g', 'j'], text: 'Audit log' },
        { keys: ['g', 'e'], text: 'Health' },
      ],
    },
    {
      title: 'In a list',
      keys: [
        { keys: ['j'], text: 'Next row' },
        { keys: ['k'], text: 'Previous row' },
        { keys: ['Enter'], text: 'Open' },
        { keys: ['x'], text: 'Select a ticket, to change several' },
        { keys: ['m'], text: 'Merge the selected tickets' },
      ],
    },
    {
      title: 'On a ticket',
      keys: [
        { keys: ['r'], text: 'Reply' },
        { keys: ['n'], text: 'Write an internal note' },
        { keys: ['Ctrl', 'Enter'], text: 'Send (⌘ on a Mac)' },
        { keys: ['Ctrl', 'Shift', 'Enter'], text: 'Send and resolve' },
        { keys: ['Ctrl', 'Z'], text: 'Undo sending, for 10 seconds' },
        { keys: ['s'], text: 'Change the status' },
        { keys: ['a'], text: 'Assign' },
        { keys: ['p'], text: 'Change the priority' },
        { keys: ['t'], text: 'Add or remove a tag' },
        { keys: ['e'], text: 'Edit the subject' },
        { keys: ['m'], text: 'Insert a canned reply' },
        { keys: ['i'], text: 'Assign to me' },
        { keys: ['z'], text: 'Snooze' },
        { keys: ['.'], text: 'More actions: merge, move to another customer…' },
        { keys: ['u'], text: 'Back to the list' },
      ],
    },
    {
      title: 'On a website lead, in the list or open',
      keys: [
        { keys: ['v'], text: 'Not spam' },
        { keys: ['!'], text: 'Spam' },
        { keys: ['Ctrl', 'Z'], text: 'Undo this correction' },
        { keys: ['s'], text: 'Change the status' },
        { keys: ['a'], text: 'Assign' },
        { keys: ['i'], text: 'Assign to me' },
        { keys: ['r'], text: 'Reply by email' },
      ],
    },
  ],
};
