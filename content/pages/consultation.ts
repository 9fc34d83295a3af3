import { consultationTypes, courseMessages, formChoices } from '../form-choices.ts';
import { items, links } from '../lists.ts';
import { call, notice } from '../notice.ts';
import type { ConsultationPage } from '../schema/form-pages.ts';
import { site } from '../site.ts';

export const consultationPage: ConsultationPage = {
  seo: {
    title: `Consultation informatique, Nice ou à distance | ${site.company.name}`,
    description:
      'Infrastructure, cybersécurité, Microsoft 365 ou infogérance : réservez 30 à 60 minutes avec un spécialiste, en visioconférence, par téléphone ou sur site.',
  },
  hero: {
    title: 'Parlez à un spécialiste, au créneau qui vous convient',
    lead: 'De 30 à 60 minutes, en visioconférence, par téléphone ou dans vos locaux. L’invitation d’agenda vous parvient dans les 2 heures, aux heures du bureau.',
  },
  invitation: {
    title: 'Invitation d’agenda',
    note: 'Ce que vous recevez',
    text: 'Consultation, de 30 à 60 minutes',
    sent: 'Envoyée',
    annotation: 'Dans les 2 heures, aux heures du bureau',
    rows: [
      { label: 'Quand', text: 'Le créneau retenu, heure de Nice (CET)' },
      { label: 'Où', text: 'Le lien, le numéro ou l’adresse' },
    ],
  },
  types: {
    eyebrow: 'Étape 1',
    title: 'De quoi voulez-vous parler ?',
    lead: 'Pour planifier une session de formation, choisissez « Informatique générale » et nommez le cours dans les précisions.',
    items: [
      {
        value: 'infrastructure',
        title: consultationTypes.infrastructure,
        minutes: 60,
        text: 'Serveurs, réseau, stockage, Wi-Fi : repérer ce qui peut lâcher et décider par quoi commencer.',
      },
      {
        value: 'cybersecurity',
        title: consultationTypes.cybersecurity,
        minutes: 45,
        text: 'Accès, messagerie, sauvegardes, réaction en cas d’attaque : les mesures qui réduisent le plus vite votre exposition.',
      },
      {
        value: 'microsoft365',
        title: consultationTypes.microsoft365,
        minutes: 45,
        text: 'Messagerie, fichiers, licences : l’ordre des opérations et les précautions pour basculer sans bloquer les équipes.',
      },
      {
        value: 'managed',
        title: consultationTypes.managed,
        minutes: 30,
        text: 'Ce que nous prenons en charge, ce qui reste chez vous et le passage de relais avec votre prestataire actuel.',
      },
      {
        value: 'general',
        title: consultationTypes.general,
        minutes: 30,
        text: 'Une décision à prendre, un devis à relire, un problème qui dure : un avis extérieur avant d’agir.',
      },
    ],
  },
  form: {
    eyebrow: 'Étape 2',
    title: 'Vos coordonnées et votre créneau',
    lead: 'Le nom, l’entreprise et l’e-mail sont obligatoires. Sans préférence de votre part, nous vous proposons le premier créneau libre. Sans frais ni engagement ; un déplacement hors des Alpes-Maritimes et de Monaco fait l’objet d’un devis.',
    fields: {
      name: { label: 'Nom et prénom' },
      company: { label: 'Entreprise' },
      email: { label: 'E-mail professionnel', hint: 'L’invitation d’agenda arrive à cette adresse.' },
      phone: { label: 'Téléphone', hint: 'Pour un rendez-vous téléphonique.' },
      preferredDate: { label: 'Date souhaitée', hint: 'Du lundi au vendredi.' },
      preferredTime: {
        label: 'Créneau souhaité',
        none: 'Sans préférence',
        hint: 'Heure de Nice (CET). Une consultation plus courte commence au début du créneau.',
        options: ['9h00-10h00', '10h30-11h30', '14h00-15h00', '15h30-16h30', '16h00-17h00'], // product §9
      },
      meetingType: {
        label: 'Forme du rendez-vous',
        placeholder: 'Choisir…',
        options: formChoices.meetingType,
      },
      additionalInfo: {
        label: 'Précisions utiles',
        placeholder: 'Contexte, questions, participants',
        hint: 'Pour une formation : le cours, le nombre de participants et la période. Pour une visite sur site : la ville et le pays.',
      },
    },
    courseMessage: courseMessages.consultation,
    submit: 'Planifier la consultation',
    notice: notice({
      summary: 'Ces informations servent à organiser et à préparer votre rendez-vous.',
      purpose: 'fixer le rendez-vous, vous adresser l’invitation d’agenda et préparer l’échange.',
      legalBasis:
        'notre intérêt légitime à organiser le rendez-vous que vous demandez, dans le cadre de la relation avec l’entreprise que vous représentez (article 6, paragraphe 1, point f du RGPD) ; si vous agissez pour votre propre compte, les mesures précontractuelles prises à votre demande (point b).',
      recipients: 'le spécialiste que vous rencontrez et les personnes qui tiennent son agenda.',
      required:
        'nom, entreprise et e-mail, sans lesquels aucune invitation ne peut vous parvenir. Le reste est facultatif.',
    }),
    confirmation: {
      title: 'Consultation Planifiée !', // product §9
      text: 'Vous recevrez une invitation calendrier dans les 2 heures.',
      call,
    },
  },
  preparation: {
    title: 'Comment préparer l’échange',
    sheet: { title: 'Pour votre rendez-vous', note: 'À garder sous la main' },
    items: items({
      'Une question par écrit':
        'Notez la décision que vous devez prendre et sa date limite. C’est par là que nous commencerons.',
      'Quelques documents':
        'Contrats en cours, liste du matériel, dernière facture de licences, rapport d’audit s’il existe. Même incomplets, ils nous évitent les suppositions.',
      'La bonne personne':
        'Conviez celui ou celle qui connaît l’installation au quotidien, et un décideur si un budget est en jeu.',
      'Rien de secret':
        'Aucun mot de passe ni code d’accès n’est nécessaire. Nous ne vous en demanderons jamais lors d’un rendez-vous.',
    }),
  },
  direct: {
    title: 'Vous préférez réserver vous-même ?',
    text: 'Notre agenda en ligne propose des rendez-vous de 30 minutes. Il s’ouvre dans un nouvel onglet, sur le site de Calendly, qui applique sa propre politique de confidentialité.',
    actions: links({ 'Prendre un RDV': 'schedule', 'Écrire un message': '/contact' }),
  },
};
