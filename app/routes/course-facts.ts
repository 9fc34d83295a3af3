import { frenchDate, frenchHours } from '#app/lib/french.ts';
import { factCopy } from '#content/facts.ts';
import type { AvailableCourse } from '#content/schema/course.ts';
import type { Training } from '#content/schema/site.ts';
import { training } from '#content/site.ts';

/** What a course page says in figures: days, hours where the company has filled them in, exam and date. */
export const courseFacts = (
  { durationDays, exam, updated }: Pick<AvailableCourse, 'durationDays' | 'exam' | 'updated'>,
  { hoursPerDay }: Training = training,
) => {
  const days = `${durationDays}\u00a0jours`;
  const hours = hoursPerDay === undefined ? undefined : frenchHours(durationDays * hoursPerDay);
  const examLength = frenchHours(exam.hours);
  const [figure = '', unit] = examLength.split(/\u00a0(?=heures)/);
  return {
    days,
    hours,
    daysAndHours: hours === undefined ? `${days}. ${factCopy.training.hoursPerDay}` : `${days}, soit ${hours}.`,
    examLength,
    exam: { figure, unit },
    updated: frenchDate(updated),
  };
};
