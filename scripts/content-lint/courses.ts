import type { Course } from '../../content/schema/course.ts';
import type { Problem } from './problem.ts';

type CourseFacts = { slug: string; days: number; examHours: number | undefined; exam: RegExp };

// product §9, in the order of its table; EBIOS is in preparation and has no exam yet.
const courseFacts: CourseFacts[] = [
  { slug: 'iso-27001-lead-implementer', days: 5, examHours: 3, exam: /^Examen de 3\s+heures, QCM/ },
  { slug: 'iso-27001-lead-auditor', days: 5, examHours: 3, exam: /^Examen de 3\s+heures, QCM/ },
  { slug: 'iso-27002-lead-manager', days: 5, examHours: 3, exam: /^Examen de 3\s+heures, QCM/ },
  { slug: 'iso-27032-lead-cybersecurity-manager', days: 5, examHours: 3, exam: /^Examen de 3\s+heures, QCM/ },
  { slug: 'rgpd-data-protection-officer', days: 5, examHours: 3, exam: /^Examen de 3\s+heures, QCM/ },
  { slug: 'iso-22301-lead-implementer', days: 5, examHours: 3, exam: /^Examen de 3\s+heures, QCM/ },
  { slug: 'iso-22301-lead-auditor', days: 5, examHours: 3, exam: /^Examen de 3\s+heures, QCM/ },
  { slug: 'iso-27005-risk-manager', days: 3, examHours: 2.5, exam: /^Examen de 2\s+h\s+30, QCM/ },
  { slug: 'ebios-risk-manager', days: 3, examHours: undefined, exam: /^$/ },
  { slug: 'iso-31000-risk-manager', days: 3, examHours: 2, exam: /^Examen de 2\s+heures, QCM/ },
];

const problemsOf = (course: Course, facts: CourseFacts): Problem[] => {
  const problems: Problem[] = [];
  const report = (path: string, message: string) =>
    problems.push({ file: `content/courses/${course.slug}.ts`, path, message });

  if (course.durationDays !== facts.days) report('durationDays', `product §9 has ${facts.days} days`);
  if (course.status === 'in-preparation') {
    if (facts.examHours) report('status', 'product §9 has an exam for this course: it is available');
    return problems;
  }
  if (!facts.examHours) report('status', 'product §9 says that this course is in preparation');
  if (course.exam.hours !== facts.examHours) report('exam.hours', `product §9 has ${facts.examHours} hours`);
  course.programme.forEach((day, index) => {
    const isLast = index === course.programme.length - 1;
    const hasExam = day.afternoon.points.some((point) => facts.exam.test(point));
    if (isLast && !hasExam)
      report(`programme[${index}].afternoon`, 'product §9 puts the exam, a multiple-choice one, here');
    if (!isLast && hasExam) report(`programme[${index}].afternoon`, 'product §9 puts the exam on the last day');
  });
  if (!/3\s+ans/.test(course.certificate.maintenance)) report('certificate.maintenance', 'product §9: valid 3 years');
  return problems;
};

export const courseProblems = (courses: Course[]): Problem[] => {
  const file = 'content/courses/catalogue.ts';
  const expected = courseFacts.map(({ slug }) => slug).join(', ');
  const found = courses.map(({ slug }) => slug).join(', ');
  const order =
    found === expected ? [] : [{ file, path: 'courses', message: `product §9 has ${expected}, not ${found}` }];
  const facts = courses.flatMap((course) => {
    const fact = courseFacts.find(({ slug }) => slug === course.slug);
    return fact ? problemsOf(course, fact) : [];
  });
  return [...order, ...facts];
};
