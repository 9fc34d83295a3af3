import { frenchDate } from '#app/lib/french.ts';
import { courses } from '#content/courses/catalogue.ts';
import { factSentence, frenchHours } from '#content/facts.ts';
import type { AvailableCourse } from '#content/schema/course.ts';

/** What a course page says in figures: days, hours where the company has filled them in, exam and date. */
export const courseFacts = ({
  durationDays,
  exam,
  updated,
}: Pick<AvailableCourse, 'durationDays' | 'exam' | 'updated'>) => {
  const days = `${durationDays}\u00a0jours`;
  const examLength = frenchHours(exam.hours);
  const [figure = '', unit] = examLength.split(/\u00a0(?=heures)/);
  return {
    days,
    hours: factSentence('course.figure', String(durationDays)),
    examLength,
    exam: { figure, unit },
    updated: frenchDate(updated),
  };
};

/** From the top of the wall down, on the standard that the others rest on. */
const wallOrder = ['EBIOS', '31000', 'RGPD', '27005', '27032', '22301', '27001', '27002'];

/** The courses as the stones of their wall. */
export const wallStones = () =>
  wallOrder.flatMap((wanted) =>
    courses
      .filter(({ standard }) => standard === wanted)
      .map(({ slug, standard, title, status }) => ({ slug, standard, title, isAvailable: status === 'available' })),
  );
