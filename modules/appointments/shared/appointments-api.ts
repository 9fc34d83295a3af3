import { clientAt } from '#app/lib/api-client.ts';
import type {
  appointmentRoutes,
  customerAppointmentRoutes,
  deskAppointmentRoutes,
} from '../server/routes/appointments.ts';

export const appointmentsApi = {
  visitor: clientAt<typeof appointmentRoutes>('/appointments'),
  portal: clientAt<typeof customerAppointmentRoutes>('/portal'),
  desk: clientAt<typeof deskAppointmentRoutes>('/desk'),
};
