/** Appointments. Without zod, so that public pages can import the values. */

/** What an appointment is about, with its minutes: product §9. */
export const appointmentMinutes = {
  infrastructure: 60,
  cybersecurity: 45,
  microsoft365: 45,
  managed: 30,
  general: 30,
} as const;
export type AppointmentKind = keyof typeof appointmentMinutes;
export const appointmentKinds = Object.keys(appointmentMinutes) as AppointmentKind[];

/** product §3 */
export const meetings = ['video', 'phone', 'onsite'] as const;
export type Meeting = (typeof meetings)[number];

/**
 * - `held`: for a visitor who has not confirmed it yet
 * - `booked`: confirmed
 * - `done`, `no_show`: what staff say afterwards
 * - `cancelled`: also a hold that expired
 */
export const appointmentStatuses = ['held', 'booked', 'done', 'cancelled', 'no_show'] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** How long a time is held for a visitor. */
export const holdMinutes = 15;
/** Starts in a period of a host's hours are this many minutes apart: the longest kind, whichever is wanted. */
export const slotStepMinutes = 60;

/** A period of a day, in local time: `09:00`. */
export interface OpenPeriod {
  from: string;
  to: string;
}
/** By ISO weekday, 1 is Monday. A day that is missing is closed. */
export type WeeklyHours = Partial<Record<'1' | '2' | '3' | '4' | '5' | '6' | '7', OpenPeriod[]>>;

/** product §9. The last two overlap: a host can have one of them. */
const slotGrid: OpenPeriod[] = [
  { from: '09:00', to: '10:00' },
  { from: '10:30', to: '11:30' },
  { from: '14:00', to: '15:00' },
  { from: '15:30', to: '16:30' },
  { from: '16:00', to: '17:00' },
];

/** The hours of a new host: Monday to Friday. */
export const defaultWeeklyHours: WeeklyHours = { 1: slotGrid, 2: slotGrid, 3: slotGrid, 4: slotGrid, 5: slotGrid };

/** The most that one request for free times may span. */
export const maxSlotDays = 62;
/** Appointments ahead that one email address may have. */
export const maxAppointmentsAhead = 3;
/** Appointments ahead that visitors of one domain, or of one network (/24 or /48), may have. */
export const maxGuestsAhead = 5;
/** Appointments of one domain that staff cancel at once. */
export const maxCancelledAtOnce = 200;
