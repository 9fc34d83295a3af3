import { frenchHours } from '#content/facts.ts';
import { courses } from '#content/courses/catalogue.ts';
import { auditPage } from '#content/pages/audit.ts';
import { consultationPage } from '#content/pages/consultation.ts';
import { contactPage } from '#content/pages/contact.ts';
import { legalPages } from '#content/pages/legal.ts';
import { partnersPage } from '#content/pages/partners.ts';
import { plansPage } from '#content/pages/plans.ts';
import { serviceCards, servicesPage } from '#content/pages/services.ts';
import { verifyPage } from '#content/pages/verify.ts';
import { trainingPage } from '#content/pages/training.ts';
import { wallPage } from '#content/pages/wall.ts';
import { whyUsPage } from '#content/pages/why-us.ts';
import type { Course } from '#content/schema/course.ts';
import { site } from '#content/site.ts';

/** The site for language models, as https://llmstxt.org describes it: links with the facts that people ask for. */
export const llmsTxt = (siteUrl: string) => {
  const link = (label: string, path: string, text: string) => `- [${label}](${siteUrl}${path}): ${text}`;
  const courseLine = (course: Course) => {
    const facts = `${course.durationDays} jours, ${course.certification}`;
    if (course.status === 'in-preparation')
      return `- ${course.title}: ${facts}. ${trainingPage.catalogue.inPreparation}.`;
    const exam = `examen de ${frenchHours(course.exam.hours)}`;
    return link(course.title, `/formations/${course.slug}`, `${facts}, ${exam}. ${course.description}`);
  };
  const { company, description, office } = site;
  const lines = [
    `# ${company.name}`,
    `> ${description}`,
    `${office.address}, ${office.postal} ${office.city}, ${office.country}. ${office.hours}. Téléphone\u00a0: ${company.phone}. E-mail\u00a0: ${company.email}.`,
    '## Services',
    [
      link('Services et prix', '/services', servicesPage.seo.description),
      ...serviceCards.map(({ name, slug, summary, price }) =>
        link(name, `/services/${slug}`, `${summary} ${price} (HT).`),
      ),
      link(wallPage.hero.title, '/montez-votre-mur', wallPage.seo.description),
      link('Formules Microsoft 365', '/microsoft-plans', plansPage.seo.description),
    ].join('\n'),
    '## Formations',
    [link('Catalogue', '/formations', trainingPage.seo.description), ...courses.map(courseLine)].join('\n'),
    '## Contact',
    [
      link('Contact', '/contact', contactPage.seo.description),
      link('Audit gratuit', '/free-audit', auditPage.seo.description),
      link('Planifier une consultation', '/schedule-consultation', consultationPage.seo.description),
    ].join('\n'),
    '## Entreprise',
    [
      link('Pourquoi Nous', '/why-us', whyUsPage.seo.description),
      link('Partenaires', '/partners', partnersPage.seo.description),
      link('Vérifier un IBAN', '/verifier', verifyPage.seo.description),
    ].join('\n'),
    // The specification's own word for what may be left out.
    '## Optional',
    [
      link(legalPages.privacy.title, '/politique-confidentialite', legalPages.privacy.seo.description),
      link(legalPages.terms.title, '/conditions-utilisation', legalPages.terms.seo.description),
      link(legalPages.cookies.title, '/politique-cookies', legalPages.cookies.seo.description),
      link(legalPages.imprint.title, '/mentions-legales', legalPages.imprint.seo.description),
    ].join('\n'),
  ];
  return `${lines.join('\n\n')}\n`;
};
