/** spec §9. Said again by contract/auth.ts, whose validation stays on the server. */
export const shortestPassword = 6;
