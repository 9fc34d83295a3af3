import { z } from 'zod';
import { deliveries, notificationEvents } from './notifications.ts';

export const notificationPreferenceSchema = z.strictObject({
  event: z.enum(notificationEvents),
  delivery: z.enum(deliveries).meta({
    description: 'At once by mail, in the digest at 8:00 (Europe/Paris), or not at all',
  }),
});
export type NotificationPreference = z.infer<typeof notificationPreferenceSchema>;

export const notificationPreferencesSchema = z.object({
  preferences: z.array(notificationPreferenceSchema).meta({
    description: 'One per event. Mails about the security of the account are not among them: they are always sent',
  }),
});
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;
