import type { AppointmentsCopy } from '../copy/portal.en.ts';
import type { SlotPickerCopy } from '#content/schema/slot-picker.ts';
import type { Appointment } from '../contract/appointment-schemas.ts';
import { Chosen } from './slot-picker.tsx';
import type { SlotFormats } from './slot-times.ts';

type AppointmentFactsProps = {
  appointment: Appointment;
  copy: Pick<AppointmentsCopy, 'kinds' | 'meetings' | 'host'>;
  picker: SlotPickerCopy;
  formats: SlotFormats;
};

/** When, what about, how and with whom. */
export function AppointmentFacts({ appointment, copy, picker, formats }: AppointmentFactsProps) {
  const { kind, meeting, host } = appointment;
  return (
    <div className="min-w-0 border-s-4 border-azure ps-4">
      <p className="font-semibold">
        <Chosen copy={picker} formats={formats} slot={appointment} />
      </p>
      <p className="mt-0.5 text-sm text-muted">
        {copy.kinds[kind]}
        {'\u00a0· '}
        {copy.meetings[meeting]}
        {host !== null && (
          <>
            {'\u00a0· '}
            <bdi>{copy.host(host)}</bdi>
          </>
        )}
      </p>
    </div>
  );
}
