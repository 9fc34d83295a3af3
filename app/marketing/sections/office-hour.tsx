import { classNames } from '#app/components/ui/class-names.ts';
import type { Site } from '#content/schema/site.ts';

type OfficeHourProps = {
  /** With a place for the state of the office, and one for the time in Nice. */
  sentence: string;
  states: Site['officeHours']['states'];
  /** What is true at any time, without a script. */
  always: string;
  /** It keeps the height of the line, unless `always` is as long as the sentence. */
  longest?: string;
  className?: string;
};

/** Whether somebody is in the office now (app/marketing/islands/office-hour.ts); once per page. */
export const OfficeHour = ({ sentence, states, always, longest = always, className }: OfficeHourProps) => (
  <p
    className={classNames('office-hour', className)}
    data-office-hour={JSON.stringify([sentence, states])}
    data-longest={longest}
  >
    <span>{always}</span>
  </p>
);
