import type { Challenge, Solution } from 'altcha-lib';
import { ApiError, callApi, describeError, isApiError } from '#app/lib/api-client.ts';
import type { DeliveryCopy } from '#content/delivery.ts';
import type { NewLead } from '#contract/lead-schemas.ts';
import { leadSeconds } from '#contract/leads.ts';

/** How the contents of a form are sent: as a lead, unless the form says otherwise. */
export type Send = (lead: NewLead, key: string) => Promise<unknown>;
const sendLead: Send = (lead, key) => callApi('post', '/leads', { header: { 'Idempotency-Key': key }, json: lead });
interface Subscription {
  email: string;
  page: string;
  consent: string;
  website?: string;
  proof?: string | undefined;
}

/** Without a proof the request is delivered too, and looked at with more care: nobody waits longer than this for one. */
const patienceMs = 15_000;
/** Who fills in a form with one click of the browser would be too fast. The clocks of the server and the browser differ a little. */
const leastMs = leadSeconds.least * 1000 + 500;
/** A page may be open for days. */
const mostMs = (leadSeconds.most * 1000) / 2;

const wait = (milliseconds: number) => new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds));

/** In a worker: the fields stay responsive. */
async function solve(challenge: Challenge): Promise<Solution | null> {
  const worker = new Worker(new URL('./solve-challenge.worker.ts', import.meta.url), { type: 'module' });
  const solved = new Promise<Solution | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => resolve(data));
    worker.addEventListener('error', reject);
    worker.postMessage(challenge);
  });
  return Promise.race([solved, wait(patienceMs).then(() => null)]).finally(() => worker.terminate());
}

/** Resolves once the request may be sent. */
async function proveWork(): Promise<string | undefined> {
  try {
    const challenge = (await callApi(
      'get',
      '/leads/challenge',
      {},
      { signal: AbortSignal.timeout(patienceMs) },
    )) as Challenge;
    const [solution] = await Promise.all([solve(challenge), wait(leastMs)]);
    return solution === null ? undefined : btoa(JSON.stringify({ challenge, solution }));
  } catch {
    return undefined;
  }
}

export interface DeliveryFailure {
  /** A sentence for the visitor. */
  reason: string;
  /** The name of the field that the server did not accept. */
  field?: string | undefined;
}

/** The message of a rejected field begins with its path: `values.phone: …`. */
function failureOf(error: unknown, errors: DeliveryCopy['errors']): DeliveryFailure {
  const isRejected = error instanceof ApiError && error.code === 'invalid_request';
  const [, field] = (isRejected && /^(?:values\.)?(\w+): /.exec(error.message)) || [];
  return { reason: describeError(error, errors), field };
}

/** From the first touch of a form on: the proof is ready when it is submitted. */
export function startDelivery() {
  let proof = proveWork();
  let startedAt = performance.now();
  let sent: { key: string; contents: string } | undefined;
  const restart = () => {
    startedAt = performance.now();
    proof = proveWork();
    return proof;
  };
  return async (
    lead: NewLead,
    errors: DeliveryCopy['errors'],
    send: Send = sendLead,
  ): Promise<DeliveryFailure | undefined> => {
    const contents = JSON.stringify(lead);
    // The same contents have the same key: a retry after a lost response is not a second request.
    if (sent?.contents !== contents) sent = { key: crypto.randomUUID(), contents };
    try {
      const isStale = performance.now() - startedAt > mostMs;
      const proven = (isStale ? undefined : await proof) ?? (await restart());
      const { key } = sent;
      const post = (given: string | undefined) => send({ ...lead, proof: given }, key);
      await post(proven).catch(async (error: unknown) => {
        // An attempt whose response was lost has spent it.
        if (!isApiError(error, 'proof_required')) throw error;
        await post(await restart());
      });
    } catch (error) {
      return failureOf(error, errors);
    }
    sent = undefined;
    void restart();
    return undefined;
  };
}

/** The same for the newsletter, where sending twice changes nothing. */
export function startSubscription() {
  const proof = proveWork();
  return async (subscription: Subscription) => {
    await callApi('post', '/newsletter', { json: { ...subscription, proof: await proof } });
  };
}
