import type { AuditPage, ConsultationPage, ContactPage } from './schema/form-pages.ts';
import type { HomePage } from './schema/pages.ts';

type AuditFields = AuditPage['form']['fields'];
interface FormChoices {
  checklistService: HomePage['checklist']['fields']['service']['options'];
  contactService: ContactPage['form']['fields']['service']['options'];
  employees: AuditFields['employees']['options'];
  industry: AuditFields['industry']['options'];
  priority: AuditFields['priority']['options'];
  timeline: AuditFields['timeline']['options'];
  meetingType: ConsultationPage['form']['fields']['meetingType']['options'];
}

/** What visitors can choose in public forms (product §3): the pages show it, and the mails about a lead. */
export const formChoices: FormChoices = {
  checklistService: [
    { value: 'infrastructure', label: 'Infrastructure' },
    { value: 'managed', label: 'Services managés' },
    { value: 'cybersecurity', label: 'Cybersécurité' },
    { value: 'microsoft', label: 'Cloud Microsoft' },
    { value: 'all', label: 'Tous les services' },
  ],
  contactService: [
    { value: 'infrastructure', label: 'Infrastructure' },
    { value: 'managed', label: 'Services managés' },
    { value: 'cybersecurity', label: 'Cybersécurité' },
    { value: 'microsoft', label: 'Microsoft et licences' },
    { value: 'consultation', label: 'Consultation' },
    { value: 'other', label: 'Formation ou autre sujet' },
  ],
  employees: [
    { value: '1-10', label: '1 à 10 salariés' },
    { value: '11-50', label: '11 à 50 salariés' },
    { value: '51-100', label: '51 à 100 salariés' },
    { value: '101-500', label: '101 à 500 salariés' },
    { value: '500+', label: 'Plus de 500 salariés' },
  ],
  industry: [
    { value: 'accounting', label: 'Expertise comptable' },
    { value: 'retail', label: 'Commerce et distribution' },
    { value: 'manufacturing', label: 'Industrie' },
    { value: 'healthcare', label: 'Santé' },
    { value: 'finance', label: 'Finance et assurance' },
    { value: 'other', label: 'Autre secteur' },
  ],
  priority: [
    { value: 'security', label: 'Renforcer la sécurité' },
    { value: 'costs', label: 'Réduire les coûts' },
    { value: 'performance', label: 'Gagner en performance' },
    { value: 'compliance', label: 'Se mettre en conformité' },
    { value: 'modernization', label: 'Moderniser le matériel' },
  ],
  timeline: [
    { value: 'asap', label: 'Dès que possible' },
    { value: '1-3months', label: 'Dans 1 à 3 mois' },
    { value: '3-6months', label: 'Dans 3 à 6 mois' },
    { value: '6+months', label: 'Dans plus de 6 mois' },
    { value: 'exploring', label: 'Je me renseigne' },
  ],
  meetingType: [
    { value: 'video', label: 'Visioconférence' },
    { value: 'phone', label: 'Téléphone' },
    { value: 'onsite', label: 'Sur site' },
  ],
};

export const consultationTypes = {
  infrastructure: 'Évaluation de l’infrastructure informatique',
  cybersecurity: 'Cybersécurité',
  microsoft365: 'Migration vers Microsoft 365',
  managed: 'Services managés (infogérance)',
  general: 'Informatique générale',
};

/** What the buttons of a course write into an empty field: `%s` is the course’s title. Two companies may send it as it is. */
export const courseMessages = {
  contact: 'Bonjour, je souhaite recevoir un devis pour la formation %s. Participants et période envisagée :',
  consultation: 'Je souhaite planifier une session de la formation %s. Participants et période envisagée :',
};
