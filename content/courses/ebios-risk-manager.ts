import type { CourseInPreparation } from '../schema/course.ts';

export const course: CourseInPreparation = {
  slug: 'ebios-risk-manager',
  status: 'in-preparation',
  title: 'EBIOS Risk Manager',
  certification: 'PECB Certified EBIOS Risk Manager',
  standard: 'EBIOS',
  durationDays: 3,
  domain: 'Gestion des risques',
  description:
    'Analyser les risques numériques avec la méthode de l’ANSSI et ses cinq ateliers, du cadrage et du socle de sécurité au traitement du risque.',
};
