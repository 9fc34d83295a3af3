/**
 * The advisory locks that the server takes, one number for each purpose; no two purposes share one. Those above the gap are taken alone,
 * the others with a second key that names what is locked. The database knows them as lock_class('bookings'). Ticket numbers
 * (create_ticket) lock milliseconds since 1970, which are far above these.
 */
export const lockClasses = {
  migrations: 7_261_940,
  import: 7_261_941,
  retention: 7_261_942,
  alerts: 7_261_952,
  backup: 7_261_954,
  proof: 7_261_955,

  people: 7_261_943,
  customer_names: 7_261_944,
  customer_uploads: 7_261_945,
  user_uploads: 7_261_946,
  stored_files: 7_261_947,
  tags: 7_261_948,
  bank_accounts: 7_261_949,
  reminders: 7_261_950,
  lead_texts: 7_261_951,
  record_numbers: 7_261_953,
  staff: 7_261_956,
  lead_keys: 7_261_957,
  bookings: 7_261_958,
  api_keys: 7_261_959,
  webhooks: 7_261_960,
  mail_authors: 7_261_961,
  user_messages: 7_261_962,
} as const;
