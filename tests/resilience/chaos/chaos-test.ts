import { setTimeout as wait } from 'node:timers/promises';
import { type Customer, marks } from './customers.ts';
import type { AcknowledgedWrites } from './ledger.ts';
import type { Target } from './target.ts';
import { type Answer, ask, type Question } from './connection.ts';

export interface ChaosRun {
  target: Target;
  ledger: AcknowledgedWrites;
  signal: AbortSignal;
}

/** Runs by itself until the siege is over. */
export interface Actor {
  name: string;
  act(siege: ChaosRun): Promise<void>;
}

/** Does the same over and over, with a pause of about so many milliseconds, until the siege is over. */
export async function repeatedly({ signal }: ChaosRun, pause: number, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await wait(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
  }
}

export const oneOf = <T>(things: readonly T[]): T => things[Math.floor(Math.random() * things.length)] as T;

/** Asks as an actor, for a customer or for nobody, and holds the answer to what every answer is held to. */
export async function askAs(
  { target, ledger }: ChaosRun,
  actor: string,
  question: Question,
  customer?: Customer,
): Promise<Answer | undefined> {
  const tally = ledger.tally(actor);
  tally.asked += 1;
  const origin = target.origin();
  const given = { ...(question.method === 'POST' ? { Origin: origin } : {}), ...question.headers };
  const answer = await ask(origin, { ...question, headers: given });
  if (answer === undefined) {
    tally.unanswered += 1;
    return undefined;
  }
  const { status, text } = answer;
  if (status === 503) tally.unavailable += 1;
  else if (status >= 400) tally.refused += 1;
  else tally.done += 1;
  if (status >= 500 && (status !== 503 || answer.headers['retry-after'] === undefined))
    ledger.breach(`${target.name}: ${question.path.split('?')[0]} answered ${status}`);
  if ((text.match(marks) ?? []).some((mark) => mark !== customer?.mark))
    ledger.breach(`${target.name}: ${actor}: an answer held another customer's row`);
  return answer;
}

/** A breach unless the answer is one of these, or none, or the announced 503. */
export function expectStatus(
  siege: ChaosRun,
  actor: string,
  answer: Answer | undefined,
  ...statuses: number[]
): boolean {
  if (answer === undefined || answer.status === 503) return false;
  if (!statuses.includes(answer.status))
    siege.ledger.breach(
      `${siege.target.name}: ${actor}: answered ${answer.status} in place of ${statuses.join(' or ')}`,
    );
  return statuses.includes(answer.status);
}
