import type { VerifyPage } from '../schema/form-pages.ts';
import { site } from '../site.ts';

export const verifyPage: VerifyPage = {
  seo: {
    title: `Vérifier notre IBAN avant de payer | ${site.company.name}`,
    description: `Un doute sur un IBAN reçu par e-mail ? Vérifiez ici qu’il s’agit bien du compte de ${site.company.name}. Le numéro ne quitte pas votre navigateur.`,
  },
  hero: {
    title: 'Cet IBAN est-il le nôtre ?',
    lead: 'La fraude au faux RIB commence par un e-mail crédible. Vérifiez le compte avant de payer : le numéro ne quitte pas votre navigateur.',
  },
  form: {
    title: 'Vérifier un IBAN',
    lead: 'Collez-le tel que vous l’avez reçu, avec ou sans espaces.',
    field: { label: 'IBAN reçu', hint: 'Il commence par deux lettres, par exemple FR.' },
    submit: 'Vérifier',
    busy: 'Vérification en cours…',
    noScript: `La vérification a besoin de JavaScript, car elle se fait dans votre navigateur. Sinon, appelez-nous : ${site.company.phone}.`,
    results: {
      empty: { title: 'Aucun IBAN', text: 'Collez d’abord l’IBAN à vérifier.' },
      invalid: {
        title: 'Cet IBAN n’existe pas',
        text: 'Sa longueur ou ses chiffres de contrôle sont faux. Vérifiez qu’il est complet ; s’il l’est, ne payez pas et appelez-nous.',
      },
      ours: {
        title: 'C’est bien notre compte',
        text: 'Cet IBAN est celui de notre compte actif. Vous pouvez payer.',
      },
      other: {
        title: 'Ce n’est pas notre compte : ne payez pas',
        text: `Cet IBAN n’est pas celui de notre compte actif. Appelez-nous au ${site.company.phone}, et n’utilisez pas le numéro du message reçu.`,
      },
      unavailable: {
        title: 'Vérification impossible pour le moment',
        text: `Nous ne pouvons pas répondre ici. Appelez-nous avant de payer : ${site.company.phone}.`,
      },
    },
  },
  rules: {
    title: 'Comment nous changeons de compte',
    lead: 'Un changement d’IBAN n’arrive jamais par surprise.',
    items: [
      {
        title: 'Deux personnes et 72 heures',
        text: 'Une personne propose le compte, une autre l’approuve, puis trois jours passent. La base de données l’impose.',
      },
      {
        title: 'Vous êtes prévenu avant',
        text: 'Dès la proposition, chaque contact de facturation reçoit un e-mail, avec un lien pour donner l’alerte.',
      },
      {
        title: 'Quatre mots à comparer',
        text: 'L’espace client, nos documents et nos e-mails montrent la même empreinte de quatre mots français.',
      },
    ],
    fingerprint: {
      own: { label: 'Dans l’espace client', words: ['bastion', 'mimosa', 'galet', 'horizon'] },
      other: { label: 'Sur un faux RIB', words: ['couloir', 'cahier', 'hangar', 'bidon'] },
      text: 'Mots d’exemple : les vrais sont dans votre espace client. Un autre compte a d’autres mots. Un seul qui diffère suffit : ce n’est pas le nôtre.',
    },
  },
  signs: {
    title: 'Les signes d’un faux RIB',
    lead: 'Les fraudeurs imitent nos factures, notre logo et nos signatures. Voici ce qui doit vous alerter.',
    call: `Nous prévenir : ${site.company.phone}`,
    mail: {
      title: 'E-mail frauduleux',
      note: 'Exemple',
      subject: { label: 'Objet', text: 'Audit : notre nouveau RIB' },
      greeting: 'Bonjour,',
      text: {
        before: 'Nos anciennes coordonnées bancaires ne sont plus valables. Merci de régler ',
        marked: 'dès aujourd’hui',
        after: ' sur le compte ci-joint et de garder cette information pour vous.',
      },
      signature: 'Le service comptable',
      attachment: 'nouveau-rib.pdf',
      from: { label: 'Répondre à', before: 'facturation@', marked: 'rempart-azure', after: '.example' },
    },
    items: [
      {
        title: 'Un changement annoncé par e-mail',
        text: 'Le message parle d’un nouveau compte, d’un audit ou d’un problème chez la banque, et joint un RIB tout neuf. Nous n’envoyons jamais de RIB de cette façon.',
      },
      {
        title: 'Une urgence ou un secret',
        text: 'On vous presse de payer aujourd’hui, ou de n’en parler à personne. Un fournisseur honnête accepte toujours que vous vérifiiez.',
      },
      {
        title: 'Une adresse presque juste',
        text: 'L’adresse de l’expéditeur diffère d’une lettre, ou la réponse part vers un autre domaine. Comparez-la à celle de nos messages plus anciens.',
      },
      {
        title: 'Vous avez déjà payé ?',
        text: 'Appelez votre banque sans attendre et demandez le rappel du virement, puis prévenez-nous et déposez plainte. Les premières heures comptent.',
      },
    ],
  },
  privacy: {
    title: 'Ce que fait cette page',
    text: 'Elle contient une empreinte cryptographique de notre IBAN, jamais l’IBAN lui-même. Votre navigateur calcule celle du numéro saisi et compare les deux. Aucune requête ne part.',
  },
};
