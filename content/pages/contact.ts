import { courseMessages, formChoices } from '../form-choices.ts';
import { questions } from '../lists.ts';
import { call, notice } from '../notice.ts';
import type { ContactPage } from '../schema/form-pages.ts';
import { site } from '../site.ts';

export const contactPage: ContactPage = {
  seo: {
    title: `Contact et devis informatique à Nice | ${site.company.name}`,
    description:
      'Écrivez à l’équipe de Nice et recevez une réponse dans les 24 heures (jours ouvrés) : devis, question technique, formation, licences ou incident.',
  },
  hero: {
    title: 'Décrivez votre besoin, réponse sous 24 heures (jours ouvrés)',
    lead: 'Quelques lignes suffisent. La personne compétente vous répond en français, en anglais ou en arabe.',
  },
  incident: {
    question: 'Attaque en cours ?',
    link: { label: 'Les cinq réflexes de la première heure', to: '/services/cybersecurity#urgence' },
    shortLabel: 'Réflexes',
  },
  form: {
    title: 'Votre message',
    lead: 'Seuls le nom, l’entreprise, l’e-mail et le message sont obligatoires.',
    fields: {
      name: { label: 'Nom et prénom' },
      company: { label: 'Entreprise' },
      email: { label: 'E-mail professionnel' },
      phone: { label: 'Téléphone', hint: 'Hors de France, avec l’indicatif du pays.' },
      service: {
        label: 'Sujet de la demande',
        placeholder: 'Choisir…',
        options: formChoices.contactService,
      },
      message: {
        label: 'Message',
        placeholder: 'Contexte, nombre de postes ou de participants, échéance éventuelle',
        hint: 'N’indiquez ni mot de passe ni donnée confidentielle.',
      },
    },
    courseMessage: courseMessages.contact,
    submit: 'Envoyer le message',
    notice: notice({
      summary: 'Ces informations servent à répondre à votre message et à suivre votre demande.',
      purpose: 'prendre connaissance de votre message, y répondre et, si vous le souhaitez, établir un devis.',
      legalBasis:
        'notre intérêt légitime à répondre aux personnes qui nous écrivent et à échanger avec l’entreprise qu’elles représentent (article 6, paragraphe 1, point f du RGPD) ; si vous agissez pour votre propre compte, les mesures précontractuelles prises à votre demande (point b).',
      recipients: 'la personne compétente pour vous répondre et, s’il y a lieu, celles qui établissent le devis.',
      required: 'nom, entreprise, e-mail et message, sans lesquels nous ne pourrions pas répondre utilement.',
    }),
    confirmation: {
      title: 'Message Envoyé !', // product §9
      text: 'Nous vous répondrons dans les 24 heures.', // product §9
      call,
    },
  },
  office: {
    title: 'Notre bureau de Nice',
    hoursLabel: 'Horaires',
    phoneLabel: 'Téléphone',
    emailLabel: 'E-mail',
    addressLabel: 'Adresse',
    now: {
      sentence: 'Bureau %s. Il est %s à Nice.',
      always: 'Nous décrochons aux horaires ci-dessous, heure de Nice.',
    },
  },
  map: {
    label: 'Plan de la baie des Anges : notre bureau est à l’ouest de Nice, en face de l’aéroport.',
    bay: 'Baie des Anges',
    city: 'Nice',
    west: 'Antibes',
    office: 'Notre bureau',
  },
  urgent: {
    title: 'Un incident en cours ? Appelez.',
    text: 'Fichiers chiffrés, messagerie piratée, serveur à l’arrêt : le formulaire n’est pas fait pour cela, le téléphone va plus vite.',
    points: [
      'Clients en services managés : votre support d’urgence est joignable 24/7.',
      'Autres entreprises : nous prenons votre appel aux horaires du bureau.',
      'En attendant : isolez le poste touché (câble réseau débranché, Wi-Fi coupé) sans l’éteindre, pour préserver les traces en mémoire.',
      'Gardez messages et captures d’écran. En France, l’indemnisation d’une cyberattaque par l’assurance suppose une plainte déposée au plus tard 72 heures après sa découverte.',
    ],
    action: 'Appeler maintenant',
  },
  faq: {
    eyebrow: 'Avant de nous écrire',
    title: 'Questions fréquentes',
    items: questions({
      'Contact, audit ou consultation : que choisir ?':
        'Écrivez-nous ici pour une question précise ou un devis. Demandez l’audit gratuit si vous voulez un état des lieux complet de votre informatique. Réservez une consultation si vous préférez échanger de vive voix avec un spécialiste, de 30 à 60 minutes selon le sujet.',
      'Sous quel délai me répondrez-vous ?':
        'Dans les 24 heures, les jours ouvrés : un message reçu pendant le week-end est traité le lundi. Si votre question demande une étude, cette première réponse vous indique qui s’en charge et quand vous aurez la suite.',
      'Combien coûtent vos services ?':
        'L’infrastructure démarre à 2 500 € HT par mois, les services managés à 150 € HT par utilisateur et par mois, la cybersécurité à 500 € HT par mois. Les licences Microsoft sont facturées au tarif de l’éditeur, majoré de 15 %, hors taxes. Le devis fixe le montant exact, après un premier échange sur votre parc et vos contraintes.',
      'Travaillez-vous avec de petites structures ?':
        'Oui, notre offre est conçue pour les petites et moyennes entreprises et les cabinets d’expertise comptable. Si vous n’avez pas de service informatique, nous travaillons directement avec la direction ou avec le service administratif.',
      'Où intervenez-vous ?':
        'Sur place dans les Alpes-Maritimes (Nice, Antibes, Sophia Antipolis, Cannes, Menton) et à Monaco. Ailleurs en France, au Maghreb, au Moyen-Orient et dans le reste de l’Afrique, la supervision et l’assistance se font à distance, en français, en anglais et en arabe ; les déplacements sont prévus dans le devis.',
      'Comment demander un devis de formation ?':
        'Choisissez le sujet « Formation ou autre sujet » et indiquez le cours, le nombre de participants, la période souhaitée et votre préférence entre présentiel et distanciel. Signalez aussi tout besoin d’aménagement lié à un handicap : nous l’étudions avant l’inscription.',
      'Que préparer avant de vous écrire ?':
        'Le nombre de postes et de sites, le nom de vos logiciels principaux, la date de fin de vos contrats en cours et, s’il y en a une, votre échéance. Si vous ne les connaissez pas, écrivez-nous tout de même : nous les retrouverons ensemble.',
      'Je suis déjà client. Où trouver mes factures et mes tickets ?':
        'Dans votre espace client, dont le lien figure dans le menu et en bas de chaque page, avec vos contrats, vos paiements et vos licences. Vous pouvez aussi y ouvrir un ticket de support, y échanger avec nos techniciens et en suivre le statut. Son interface est en anglais.',
    }),
  },
};
