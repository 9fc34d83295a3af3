/** What public forms carry with LEADS=deliver. Without zod, so that the browser can import it. */

export const leadForms = ['checklist', 'contact', 'audit', 'consultation'] as const;
export type LeadForm = (typeof leadForms)[number];

/** Forms whose notice is kept as proof of consent. */
export const consentForms = [...leadForms, 'newsletter'] as const;
export type ConsentForm = (typeof consentForms)[number];

export const leadVerdicts = ['clean', 'doubtful', 'spam'] as const;
export type LeadVerdict = (typeof leadVerdicts)[number];

export const leadStatuses = ['new', 'read', 'answered', 'converted', 'spam'] as const;

/** Why a lead is not clean. */
export const leadReasons = [
  'honeypot',
  'no_script',
  'no_proof',
  'proof_invalid',
  'proof_replayed',
  'too_fast',
  'too_late',
  'network_limit',
  'mailbox_limit',
  'links',
  'markup',
  'repeated',
  'same_text',
  'mixed_scripts',
  'shouting',
] as const;
export type LeadReason = (typeof leadReasons)[number];

/** Where the desk got the mails of a lead, and its notes. */
export const leadMessageKinds = ['note', 'sent', 'received'] as const;

/** What staff said about the slot of a consultation; `requested` is what the form asked for. */
export const slotDecisions = ['confirmed', 'proposed', 'declined'] as const;
export type SlotDecision = (typeof slotDecisions)[number];
export const slotStates = ['requested', ...slotDecisions] as const;
/** A slot is at most this many days ahead. */
export const maxSlotDaysAhead = 365;

/** The fields of each form in their order (product §3), without those that it calls unused. */
// Written out: with spreads, bundlers would keep this module in pages that use one text of it.
export const leadFields = {
  checklist: ['name', 'company', 'email', 'service'],
  contact: ['name', 'company', 'email', 'phone', 'service', 'message'],
  audit: [
    'name',
    'company',
    'email',
    'phone',
    'employees',
    'industry',
    'priority',
    'timeline',
    'currentChallenges',
    'agreeTerms',
  ],
  consultation: [
    'name',
    'company',
    'email',
    'phone',
    'consultationType',
    'preferredDate',
    'preferredTime',
    'meetingType',
    'additionalInfo',
  ],
} as const satisfies Record<LeadForm, readonly string[]>;
export type LeadField = (typeof leadFields)[LeadForm][number];

/** A field that people do not see. What fills it in is not one of them. */
export const honeypotField = 'website';
/** The fragment of the page to which a plain form leads once it is stored. */
export const sentAnchor = 'demande-envoyee';

export const maxLeadTextLength = 5000;
export const maxPhoneLength = 40;
export const maxProofLength = 4000;

/** Seconds from the first touch of a form to its submission. Outside of them, it was probably a program. */
export const leadSeconds = { least: 3, most: 24 * 60 * 60 } as const;

/** What a visitor was told is known by the hash of its text: SHA-256 in base64url, as a build and a server compute it. */
export async function hashConsent(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCodePoint(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
