import { z } from 'zod';
import { seo, text } from './text.ts';

const halfDay = z.object({ title: text, points: z.array(text).min(2).max(5) });

const programmeDay = z.object({ title: text, morning: halfDay, afternoon: halfDay });

const shared = {
  slug: z.string().regex(/^[a-z0-9-]+$/),
  title: text,
  /** The title on the certificate, e.g. "PECB Certified ISO/IEC 27001 Lead Implementer". */
  certification: text,
  /** The number of the standard, or the short name of the text, drawn large. */
  standard: text.max(5),
  durationDays: z.union([z.literal(3), z.literal(5)]), // product §9
  domain: z.enum([
    'Sécurité de l’information',
    'Cybersécurité',
    'Gestion des risques',
    'Continuité d’activité',
    'Protection des données',
  ]),
  /** One sentence for the catalogue and the social picture. */
  description: text.max(200),
};

export const availableCourse = z
  .object({
    ...shared,
    status: z.literal('available'),
    seo,
    /** How the number is drawn: for those who build, who inspect, who steer. */
    numberFill: z.enum(['bricks', 'hatching', 'levels']),
    /** Two or three sentences under the title. */
    lead: text,
    whyAttend: z
      .array(z.object({ title: text, text }))
      .min(3)
      .max(5),
    objectives: z.array(text).min(5).max(8),
    programme: z.array(programmeDay),
    audience: z.array(text).min(3).max(7),
    prerequisites: z.array(text).min(1).max(4),
    exam: z.object({
      /** product §9: 3, 2.5 or 2 hours; multiple choice; on the last day. */
      hours: z.union([z.literal(2), z.literal(2.5), z.literal(3)]),
      domains: z.array(text).min(3).max(8),
      preparation: text,
    }),
    certificate: z.object({ worth: text, maintenance: text }),
    /** Required by the law on training quality (Qualiopi, indicator 1), where a course differs. */
    method: z.array(text).min(3).max(6),
    assessment: text,
    related: z.array(z.string()).min(2).max(3),
    updated: z.iso.date(),
  })
  .superRefine((course, context) => {
    if (course.programme.length !== course.durationDays) {
      context.addIssue({
        code: 'custom',
        path: ['programme'],
        message: `has ${course.programme.length} days but the course lasts ${course.durationDays}`,
      });
    }
  });

export const courseInPreparation = z.object({ ...shared, status: z.literal('in-preparation') });

export type AvailableCourse = z.infer<typeof availableCourse>;
export type CourseInPreparation = z.infer<typeof courseInPreparation>;
export type Course = AvailableCourse | CourseInPreparation;
