const first = 30;
const longest = 6 * 60 * 60;
const patience = 7 * 24 * 60 * 60;

/**
 * Seconds until the next attempt: twice as long each time, up to six hours, and a quarter more or less at random, so that
 * a mail server which comes back is not met by all mails at once. Undefined once a week has passed.
 */
export function retryDelay(attempts: number, ageSeconds: number, random: number = Math.random()): number | undefined {
  if (ageSeconds >= patience) return undefined;
  return Math.min(first * 2 ** (attempts - 1), longest) * (0.75 + random / 2);
}
