import { id, ofUsers, type PersonalData } from '#api/lib/personal-data.ts';

/** Everything that is stored about a user, in all customers. */
export const users: PersonalData[] = [
  {
    name: 'users',
    about: 'Users. Password hashes are not included',
    table: 'users',
    where: 'stored.id = ANY(subject.users)',
    columns: {
      id,
      email: 'email address for signing in',
      email_verified: 'whether its owner has confirmed it',
      name: 'name',
      created_at: 'when it was created',
      last_signed_in_at: 'last sign-in',
      two_factor_enabled: 'whether a second factor is enabled',
      language: 'the language of mails to them',
      locked_at: 'since when it is locked, until a new password is set by mail',
      password_disabled_at: 'since when it has no password, by choice of its owner',
    },
  },
  {
    name: 'email_addresses',
    about: 'Email addresses before a requested or completed change, which can be restored for 7 days',
    table: 'email_undo_links',
    where: ofUsers,
    columns: {
      id,
      user_id: 'whose it is (see users)',
      email: 'the email address',
      created_at: 'when the change was requested or made',
      expires_at: 'until when it can be undone',
    },
  },
  {
    name: 'devices',
    about: 'Browsers that users signed in with',
    table: 'known_devices',
    where: ofUsers,
    order: 'stored.first_seen_at, stored.user_id',
    columns: {
      user_id: 'whose it is (see users)',
      first_seen_at: 'when it was first used',
      last_seen_at: 'when it was last used',
    },
  },
  {
    name: 'passkeys',
    about: 'Passkeys. Private keys never leave your device',
    table: 'passkeys',
    where: ofUsers,
    columns: {
      id,
      user_id: 'whose it is (see users)',
      name: 'the name you gave it',
      device_type: 'whether it is bound to one device',
      backed_up: 'whether your device synchronises it',
      created_at: 'when it was created',
    },
  },
  {
    name: 'sessions',
    about: 'Active sessions',
    table: 'sessions',
    where: ofUsers,
    columns: {
      id,
      user_id: 'whose it is (see users)',
      ip_address: 'IP address at sign-in',
      user_agent: 'user agent of the browser',
      signed_in_at: 'when its owner signed in',
      created_at: 'when it was opened',
      last_used_at: 'when it was last used, give or take a few minutes',
      expires_at: 'when it expires',
    },
  },
  {
    name: 'mails',
    about: 'Mails that we sent in the last 30 days, or are about to send',
    table: 'jobs',
    from: `(SELECT *, data->>'template' AS template, data->>'recipient' AS recipient, data->>'locale' AS locale,
      data ? 'isRejected' AS is_rejected FROM jobs)`,
    where: 'lower(stored.recipient) = ANY(subject.emails)',
    columns: {
      id,
      template: 'kind of mail',
      recipient: 'recipient',
      locale: 'its language',
      created_at: 'when it was written',
      done_at: 'when it was sent',
      failed_at: 'when it was given up, if it could not be delivered',
      is_rejected: 'whether the mail server of the recipient rejected it',
      last_error: 'why the last attempt to send it failed',
    },
  },
];

export const preferences: PersonalData = {
  name: 'notification_preferences',
  about: 'How this user wants to learn of what happens in tickets',
  table: 'notification_preferences',
  where: ofUsers,
  order: 'stored.user_id, stored.event',
  columns: {
    user_id: 'whose it is (see users)',
    event: 'what happens',
    delivery: 'by mail, in a daily digest or not at all',
    updated_at: 'since when',
  },
};

export const savedViews: PersonalData = {
  name: 'saved_views',
  about: 'Views of the queue that this staff member has saved',
  table: 'saved_views',
  where: ofUsers,
  order: 'stored.user_id, stored.place',
  columns: {
    user_id: 'whose it is (see users)',
    place: 'its place in the list',
    name: 'its name',
    filters: 'which tickets it shows, and in which order',
    created_at: 'since when',
  },
};

export const staff: PersonalData = {
  name: 'staff',
  about: 'Staff of the company',
  table: 'staff_members',
  where: ofUsers,
  order: 'stored.user_id',
  columns: {
    user_id: 'who it is (see users)',
    name: 'name, as colleagues and customers see it',
    permissions: 'support, accounts, sales, records, admin',
    active: 'whether the desk opens',
    created_at: 'since when',
  },
};
