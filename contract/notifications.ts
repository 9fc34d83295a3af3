/** How users learn of what happens in tickets. Without zod, so that the browser can import it. */

export const notificationEvents = [
  'received',
  'reply',
  'status',
  'assigned',
  'watching',
  'overdue',
  'mentioned',
  'reminder',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** At once, in one mail at 8:00 (Europe/Paris) with everything since the last, or not at all. */
export const deliveries = ['mail', 'digest', 'none'] as const;
export type Delivery = (typeof deliveries)[number];

/** Where the user has chosen nothing. */
export const defaultDelivery: Delivery = 'mail';

/** Reminders of invoices are one mail a day anyway: `digest` means the same as `mail`. */
export const withoutDigest: readonly NotificationEvent[] = ['reminder'];

/** For users of a customer. Only staff are told of overdue responses and mentioned in notes. */
export const customerEvents = [
  'received',
  'reply',
  'status',
  'assigned',
  'watching',
  'reminder',
] as const satisfies NotificationEvent[];
/** For staff, about the tickets that are assigned to them, or that they are mentioned in. */
export const staffEvents = [
  'received',
  'reply',
  'status',
  'assigned',
  'overdue',
  'mentioned',
] as const satisfies NotificationEvent[];

/** The hour of the digest, in the office's time zone. */
export const digestHour = 8;
