import { factCopy, factSentence } from '../facts.ts';
import { items, links, questions } from '../lists.ts';
import type { TrainingPage } from '../schema/pages.ts';
import { site } from '../site.ts';

export const trainingPage: TrainingPage = {
  seo: {
    title: `Formations ISO, RGPD et risques, examen PECB | ${site.company.name}`,
    description:
      'Le catalogue : ISO 27001, 27002, 27005, 27032, 22301, 31000 et DPO. 3 ou 5 jours, en présentiel ou à distance, certification PECB valable 3 ans.',
  },
  hero: {
    eyebrow: 'Formations préparant aux certifications PECB',
    title: 'Sécurité, risques, conformité : formez ceux qui en sont chargés',
    lead: 'Responsable informatique, qualiticien, auditeur, délégué à la protection des données : en 3 ou 5 jours, vos équipes apprennent à appliquer une norme, puis passent l’examen de certification.',
    actions: links({
      'Demander un devis': '/contact', // product §2
      'Planifier une session': '/schedule-consultation', // product §2
    }),
    picture: 'Les dix formations, une par pierre du rempart',
  },
  benefits: {
    title: 'Ce que comprend chaque formation',
    validity: '3 ans',
    examDay: 'Examen',
    items: items({
      'Un certificat PECB':
        'Nominatif et valable 3 ans, il se maintient par la formation continue. Un client ou un donneur d’ordre peut le vérifier auprès de PECB.',
      'L’examen, le dernier jour':
        'Un questionnaire à choix multiples, passé quand les notions sont fraîches. Des questions d’entraînement jalonnent les journées.',
      'Des exercices sur des cas d’entreprise':
        'Définir un périmètre, coter un risque, mener un entretien d’audit, notifier une fuite de données : chaque notion passe par la pratique.',
      'En présentiel ou à distance':
        'Dans vos locaux, dans une salle convenue, ou en classe virtuelle : avec le formateur en direct, Nice, Tunis et Dakar forment un même groupe.',
      'Des dates choisies avec vous':
        'Aucun calendrier n’est imposé : la session s’organise autour de votre activité. Un cabinet comptable, par exemple, évitera la période des bilans.',
    }),
  },
  catalogue: {
    title: 'Dix formations, cinq domaines',
    lead: 'Neuf sont ouvertes, avec leur programme jour par jour. La dixième, EBIOS Risk Manager, est en préparation.',
    columns: {
      title: 'Formation',
      certification: 'Certification',
      duration: 'Durée',
      domain: 'Domaine',
      programme: 'Programme',
    },
    more: 'Voir le programme', // product §2
    inPreparation: 'Programme en préparation', // product §2
    count: { one: 'Une formation', many: '%s formations' },
    filters: {
      domain: 'Domaine',
      duration: 'Durée',
      all: 'Tout afficher',
      reset: 'Effacer les filtres',
      none: 'Aucune formation ne répond à ces critères.',
    },
  },
  financing: {
    title: 'Qui peut financer la formation',
    lead: 'Les règles changent selon le pays, la branche et la taille de l’entreprise. Interrogez votre financeur avant de vous inscrire : lui seul confirme une prise en charge.',
    items: items({
      'Le plan de développement des compétences':
        'En France, l’employeur y inscrit les formations qu’il finance pour ses salariés. Le temps passé en formation compte en principe comme du temps de travail et reste rémunéré.',
      'Votre opérateur de compétences (OPCO)': `Il peut aider les entreprises de moins de 50 salariés à financer ce plan, dans les limites fixées par la branche, si l’organisme de formation est certifié Qualiopi, ${factSentence('qualiopi.opco')}.`,
      'Indépendants et professions libérales': `Leur interlocuteur est le fonds d’assurance formation auquel ils cotisent. Il publie ses critères et ses plafonds, et la demande se dépose avant le début de la session. ${factSentence('qualiopi.funds')}.`,
      'Au Maghreb, au Moyen-Orient et dans le reste de l’Afrique':
        'Plusieurs pays remboursent une partie des formations ou permettent de les imputer sur une taxe. Renseignez-vous auprès de l’organisme national compétent.',
      'Ce que nous vous remettons':
        'Un devis détaillé et le programme avant la session ; la convention de formation, puis les feuilles d’émargement et le certificat de réalisation : les pièces qu’un financeur demande d’ordinaire.',
    }),
  },
  faq: {
    title: 'Avant de vous inscrire',
    items: questions({
      'Lead Implementer ou Lead Auditor : comment choisir ?':
        'Le Lead Implementer construit le système de management dans son entreprise ou chez ses clients : périmètre, risques, procédures. Le Lead Auditor vérifie un système existant et rédige les constats. Si vous devez obtenir une certification ISO, commencez par le premier ; si vous contrôlez des fournisseurs ou des filiales, prenez le second.',
      'Faut-il déjà connaître la norme ?':
        'Une connaissance générale du sujet suffit pour la plupart des cours ; chaque programme indique ses prérequis. En cas de doute, réservez un échange de 30 minutes : nous vous dirons si un autre cours convient mieux pour commencer.',
      'Comment se déroule l’examen ?':
        'C’est un questionnaire à choix multiples, passé le dernier jour. Il dure 3 heures pour les formations de 5 jours, 2 h 30 pour ISO 27005 Risk Manager et 2 heures pour ISO 31000 Risk Manager.',
      'Réussir l’examen suffit-il pour obtenir le titre ?':
        'Pas toujours. PECB examine ensuite votre expérience professionnelle avant d’accorder le titre et, pour les certifications qui comptent plusieurs niveaux, pour fixer le vôtre. Chaque programme précise ce qu’il en est ; les conditions en vigueur sont celles que publie PECB.',
      'Que se passe-t-il au bout de 3 ans ?':
        'La certification se renouvelle si vous avez entretenu vos connaissances par la formation continue, selon les règles de PECB : cours, conférences ou missions en rapport avec le domaine. Conservez les justificatifs au fur et à mesure.',
      'Êtes-vous certifiés Qualiopi ?': `${factSentence('qualiopi.answer')} Cette certification conditionne l’accès aux fonds publics et mutualisés ; elle ne change rien aux formations que l’entreprise finance elle-même.`,
      'Peut-on utiliser son compte personnel de formation (CPF) ?':
        'Le CPF ne finance que les certifications inscrites au RNCP ou au Répertoire spécifique. Les titres « PECB Certified » que préparent nos formations n’y figurent pas à la date de mise à jour de nos programmes : vérifiez-le sur Mon Compte Formation avant de compter sur ce financement.',
      'Les formations sont-elles accessibles aux personnes en situation de handicap ?': `Dites-nous vos besoins au moment du devis : nous étudions avec vous les aménagements possibles (rythme, supports, salle, outil de visioconférence). Ceux de l’examen se demandent à PECB, à l’avance. ${factCopy.training.disabilityContact}`,
      'Quand la formation EBIOS Risk Manager ouvrira-t-elle ?':
        'Son programme de 3 jours est en préparation et aucune date n’est arrêtée. Écrivez-nous pour être prévenu de son ouverture. ISO 27005 Risk Manager traite déjà de l’analyse des risques de sécurité de l’information.',
    }),
  },
  closing: {
    title: 'Un groupe à former, une échéance à tenir ?',
    text: 'Indiquez-nous la norme visée, le nombre de participants et la période : vous recevrez un devis et des propositions de dates.',
    actions: links({ 'Demander un devis': '/contact', 'Planifier une session': '/schedule-consultation' }),
  },
};
