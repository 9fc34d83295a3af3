import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { type LeadReason, leadSeconds } from '#contract/leads.ts';

// Hardly noticed by a visitor, and cheap to check: docs/decisions/027 has the figures.
const algorithm = 'PBKDF2/SHA-256';
const cost = 1000;
const counters = { least: 100, most: 200 };

/** A challenge is requested when a form is first touched: the signed moment says when that was. */
type LeadChallenge = Challenge & { signature: string };

interface IssueOptions {
  now?: Date;
  /** How many derivations the solution takes. */
  counter?: number;
}

export async function issueChallenge(
  [key = '']: readonly string[],
  { now = new Date(), counter = randomInt(counters.most, counters.least) }: IssueOptions = {},
): Promise<LeadChallenge> {
  const challenge = await createChallenge({
    algorithm,
    cost,
    counter,
    deriveKey,
    data: { touchedAt: now.getTime() },
    expiresAt: new Date(now.getTime() + leadSeconds.most * 1000),
    hmacSignatureSecret: key,
  });
  return { ...challenge, signature: challenge.signature ?? '' };
}

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: z.string().max(200),
      expiresAt: z.number(),
      data: z.object({ touchedAt: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

type CheckedProof =
  | { reason: LeadReason }
  /** Solved: valid unless the nonce was used before. */
  | { nonce: string; expiresAt: Date; reason?: LeadReason };

/** `proof`: base64 of a challenge with its solution. Whatever else it is, is not an error: it is a reason for doubt. */
export async function checkProof(
  keys: readonly string[],
  proof: string | undefined,
  now: Date = new Date(),
): Promise<CheckedProof> {
  if (proof === undefined || proof === '') return { reason: 'no_proof' };
  const payload = payloadSchema.safeParse(parse(proof));
  if (!payload.success) return { reason: 'proof_invalid' };
  const { challenge, solution } = payload.data;
  const isSolved = await isSolvedWithOne(keys, { challenge: challenge as unknown as Challenge, solution });
  if (isSolved === 'expired') return { reason: 'too_late' };
  if (!isSolved) return { reason: 'proof_invalid' };
  const { nonce, expiresAt, data } = challenge.parameters;
  const seconds = (now.getTime() - data.touchedAt) / 1000;
  const reason = seconds < leadSeconds.least ? 'too_fast' : seconds > leadSeconds.most ? 'too_late' : undefined;
  return { nonce, expiresAt: new Date(expiresAt * 1000), ...(reason && { reason }) };
}

function parse(proof: string): unknown {
  try {
    return JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

type Solved = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>;

/** The signature is checked before anything is derived: a sender cannot choose the cost. */
async function isSolvedWithOne(keys: readonly string[], solved: Solved): Promise<boolean | 'expired'> {
  for (const key of keys) {
    try {
      const result = await verifySolution({ ...solved, deriveKey, hmacSignatureSecret: key });
      if (result.expired) return 'expired';
      if (result.invalidSignature === false) return result.verified;
    } catch {
      return false;
    }
  }
  return false;
}
