import type { Challenge, Solution } from 'altcha-lib';
import { api } from '#app/lib/api-client.ts';
import type { NewLead } from '#contract/lead-schemas.ts';
import type { NewSubscription } from '#contract/newsletter-schemas.ts';

/** The route takes plain forms too: its type asks for both. */
const post = api.leads.$post as (request: {
  header: { 'Idempotency-Key': string };
  json: NewLead;
}) => ReturnType<typeof api.leads.$post>;
const sendSubscription = api.newsletter.$post as (request: {
  json: NewSubscription;
}) => ReturnType<typeof api.newsletter.$post>;

/** How the contents of a form are sent: as a lead, unless the form says otherwise. */
export type Send = (lead: NewLead, key: string) => Promise<unknown>;
const sendLead: Send = (lead, key) => post({ header: { 'Idempotency-Key': key }, json: lead });

/** In a worker: the fields stay responsive. Without a proof the request is delivered too, and looked at with more care. */
async function proveWork(): Promise<string | undefined> {
  try {
    const challenge = (await api.leads.challenge.$get()) as Challenge;
    const worker = new Worker(new URL('./solve-challenge.worker.ts', import.meta.url), { type: 'module' });
    const solution = await new Promise<Solution | null>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => resolve(data));
      worker.addEventListener('error', reject);
      worker.postMessage(challenge);
    }).finally(() => worker.terminate());
    return solution === null ? undefined : btoa(JSON.stringify({ challenge, solution }));
  } catch {
    return undefined;
  }
}

/** From the first touch of a form on: the proof is ready when it is submitted. */
export function startDelivery() {
  let proof = proveWork();
  let sent: { key: string; contents: string } | undefined;
  return async (lead: NewLead, send: Send = sendLead) => {
    const contents = JSON.stringify(lead);
    // The same contents have the same key: a retry after a lost response is not a second request.
    if (sent?.contents !== contents) sent = { key: crypto.randomUUID(), contents };
    await send({ ...lead, proof: await proof }, sent.key);
    sent = undefined;
    proof = proveWork();
  };
}

/** The same for the newsletter, where sending twice changes nothing. */
export function startSubscription() {
  const proof = proveWork();
  return async (subscription: NewSubscription) => {
    await sendSubscription({ json: { ...subscription, proof: await proof } });
  };
}
