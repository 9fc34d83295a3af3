/**
 * The keys of all session and transaction level advisory locks of one database. Every instance takes the same key for the
 * same job, and no two jobs share one. Ticket numbers (migration 0010) lock milliseconds since 1970, all far above these.
 */
export const advisoryLocks = {
  migrations: 7_261_940,
  import: 7_261_941,
  retention: 7_261_942,
} as const;
