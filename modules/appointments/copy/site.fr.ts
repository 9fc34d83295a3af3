import { links } from '#content/lists.ts';
import type { ConsultationPage } from '#content/schema/form-pages.ts';
import { site } from '#content/site.ts';

/** What `/schedule-consultation` says otherwise where visitors book a time themselves (`BOOKING=on`). */
export const bookingPage = {
  hero: {
    title: 'Parlez à un spécialiste, au créneau qui vous convient',
    lead: 'Visioconférence, téléphone ou visite : un échange de 30 à 60 minutes, que vous placez vous-même parmi les créneaux libres.',
  },
  invitation: { annotation: 'Dès que vous avez confirmé' },
  form: {
    title: 'Vos coordonnées et votre créneau',
    lead: 'Choisissez un créneau libre, puis confirmez-le depuis l’e-mail que nous vous envoyons. C’est sans frais ; au-delà des Alpes-Maritimes et de Monaco, un déplacement fait l’objet d’un devis.',
  },
  direct: {
    title: 'Aucun créneau ne vous convient ?',
    text: 'Écrivez-nous vos disponibilités, ou appelez-nous : nous trouverons un moment.',
    actions: links({ 'Écrire un message': '/contact', 'Demander l’audit gratuit': '/free-audit' }),
  },
  /** Until the form is touched. */
  step: {
    title: 'Votre créneau',
    waiting: 'Choisissez d’abord un sujet à l’étape 1 : les créneaux libres s’affichent ici.',
    failed: 'Les créneaux n’ont pas pu être chargés. Envoyez votre demande : nous vous en proposerons un.',
  },
} satisfies Pick<ConsultationPage, 'hero' | 'direct'> & {
  invitation: Pick<ConsultationPage['invitation'], 'annotation'>;
  form: Pick<ConsultationPage['form'], 'title' | 'lead'>;
  step: Record<string, string>;
};
export type BookingStepCopy = typeof bookingPage.step;

/** Loaded when the form is touched. */
export const bookingCopy = {
  none: 'Aucun ne me convient : proposez-moi un créneau',
  missing: 'Choisissez un créneau, ou demandez-nous d’en proposer un.',
  held: {
    title: 'Il reste un e-mail à confirmer',
    text: (email: string, until: string) =>
      `Nous venons de vous écrire à ${email}. Ouvrez cet e-mail et confirmez avant ${until} : jusque-là, le créneau vous est réservé.`,
    hint: `Une adresse reçoit au plus deux e-mails de nos formulaires par jour. Rien reçu après quelques minutes ? Regardez parmi les indésirables, ou appelez-nous : ${site.company.phone}.`,
    submit: 'Créneau réservé, à confirmer',
  },
  expired: {
    title: 'Le créneau n’est plus réservé',
    text: 'Les 15 minutes sont passées. Le lien de l’e-mail confirme encore le rendez-vous si personne n’a pris ce créneau ; sinon, choisissez-en un autre ci-dessous.',
  },
  tooMany:
    'Trop de créneaux ont été demandés depuis votre réseau. Confirmez celui que vous avez reçu par e-mail, réessayez dans une heure ou appelez-nous.',
};
