import { plural } from '../../plural.ts';
import type { SecurityCopy } from '../en/security.ts';
import { loadState } from './phrases.ts';

export const security: SecurityCopy = {
  title: 'Sécurité',
  description: 'Comment votre compte est protégé, et où il est ouvert.',
  load: loadState('de vos réglages de sécurité', 'vos réglages de sécurité'),
  confirmation: 'Vous allez modifier la protection de votre compte.',
  protection: {
    states: {
      exposed: 'Un mot de passe volé suffit à ouvrir ce compte.',
      guarded: 'Un mot de passe volé ne suffit pas à ouvrir ce compte.',
      complete: 'Ce compte est bien protégé.',
    },
    count: (laid, all) => `Protections en place : ${laid} sur ${all}`,
    laid: 'En place',
    measures: {
      password: 'Mot de passe',
      passwordless: 'Aucun mot de passe à voler',
      second: 'Second facteur',
      passkey: 'Clé d’accès',
      wayBack: 'Accès de secours',
    },
    steps: {
      second: 'Configurer une application',
      passkey: 'Ajouter une clé d’accès',
      codes: 'Conserver des codes de secours',
      another: 'Ajouter une seconde clé d’accès',
    },
  },
  saving: 'Enregistrement…',
  waiting: 'En attente de votre appareil…',
  enrolment: {
    title: 'Votre code d’enrôlement',
    description:
      'Vous travaillez au centre de services, qui demande un second facteur. Pour ajouter le premier, ci-dessous, saisissez le code qui vous a été remis.',
    label: 'Code d’enrôlement',
    hint: 'Il ne sert qu’une fois. S’il est perdu ou a expiré, demandez-en un nouveau à la personne qui vous a donné accès.',
  },
  sessions: {
    title: 'Vos sessions ouvertes',
    description: 'Fermez celles que vous ne reconnaissez pas, puis changez de mot de passe.',
    load: loadState('de vos sessions', 'vos sessions'),
    device: (browser, system) => `${browser}, ${system}`,
    unknownBrowser: 'Navigateur inconnu',
    unknownSystem: 'système inconnu',
    current: 'Ce navigateur',
    signedIn: (at) => `Ouverte le ${at}`,
    signedInFrom: (at, ipAddress) => `Ouverte le ${at} depuis ${ipAddress}`,
    lastUsed: (at) => `, dernière utilisation le ${at}`,
    signOut: 'Fermer',
    signedOut: { title: 'Session fermée', description: (device) => `${device} : cette session n’a plus accès.` },
    signOutOthers: 'Fermer toutes les autres',
    signedOutOthers: {
      title: 'Toutes les autres sessions sont fermées',
      description: 'Seul ce navigateur a encore accès.',
    },
    noOthers: 'Vous n’avez aucune autre session ouverte.',
  },
  totp: {
    title: 'Codes d’une application',
    description:
      'Un second facteur : une application d’authentification affiche un code, que vous saisissez après votre mot de passe. L’activer ou le désactiver ferme vos autres sessions.',
    on: 'Activés',
    off: 'Désactivés',
    noPassword: 'Ces codes complètent un mot de passe, et le vôtre est désactivé.',
    setUp: 'Configurer',
    preparing: 'Préparation…',
    codesLeft: plural({
      one: (count) => `Il reste ${count} code de secours.`,
      other: (count) => `Il reste ${count} codes de secours.`,
    }),
    renew: 'Nouveaux codes de secours',
    turnOff: 'Désactiver',
    turnedOn: {
      title: 'Second facteur activé',
      description: 'Un code vous sera désormais demandé à la connexion. Toutes les autres sessions sont fermées.',
      forDesk: 'Pour ouvrir le centre de services, déconnectez-vous, puis reconnectez-vous avec un code.',
    },
    turnedOff: {
      title: 'Second facteur désactivé',
      description: 'Votre mot de passe suffit à nouveau pour vous connecter.',
    },
    qrCode: 'QR code pour votre application d’authentification',
    scan: 'Scannez-le avec une application d’authentification, ou saisissez-y cette clé :',
    copyKey: 'Copier la clé',
    code: 'Code de l’application',
    turnOn: 'Activer',
    checking: 'Vérification…',
  },
  recoveryCodes: {
    title: 'Vos codes de secours',
    description:
      'Gardez-les ailleurs que sur votre téléphone. Chacun permet de vous connecter une fois sans l’application. Ils ne seront plus affichés.',
    copy: 'Copier les codes de secours',
    list: 'Codes de secours',
    download: 'Télécharger',
    fileName: 'codes-de-secours.txt',
    done: 'Je les ai enregistrés',
  },
  passkeys: {
    title: 'Clés d’accès',
    description:
      'Connectez-vous avec votre empreinte digitale, votre visage ou un code PIN. En ajouter ou en retirer une ferme vos autres sessions.',
    withPassword:
      'Modifier la protection de votre compte demande maintenant une clé d’accès. Votre mot de passe permet toujours de vous connecter, et quiconque lit votre messagerie peut le remplacer : avec deux clés d’accès, vous pouvez le désactiver ci-dessous.',
    withoutPassword:
      'Seules vos clés d’accès permettent de vous connecter. Gardez-en au moins deux, sur des appareils différents.',
    none: 'Aucune clé d’accès.',
    addedOn: (day) => `Ajoutée le ${day}`,
    remove: 'Retirer',
    removed: { title: 'Clé d’accès retirée', description: 'Elle ne permet plus de vous connecter.' },
    name: 'Nom de la clé d’accès',
    placeholder: 'Mon ordinateur',
    add: 'Ajouter une clé d’accès',
    added: {
      title: 'Clé d’accès ajoutée',
      description: 'Elle permet désormais de vous connecter. Toutes les autres sessions sont fermées.',
      forDesk: 'Pour ouvrir le centre de services, déconnectez-vous, puis reconnectez-vous avec cette clé.',
    },
    unsupported: 'Ce navigateur ne peut pas créer de clé d’accès pour ce site.',
  },
  password: {
    title: 'Mot de passe',
    description: 'Le changer ferme vos autres sessions.',
    current: 'Mot de passe actuel',
    new: 'Nouveau mot de passe',
    newHint: (minLength) => `Au moins ${minLength} caractères, de préférence plusieurs mots.`,
    change: 'Changer de mot de passe',
    changed: { title: 'Mot de passe changé', description: 'Toutes les autres sessions sont fermées.' },
    canTurnOff:
      'Vous avez au moins deux clés d’accès et pouvez vous passer de mot de passe : personne ne pourra alors se connecter en l’apprenant ou en lisant votre messagerie. Les codes d’une application sont désactivés avec lui. Vous pourrez choisir à nouveau un mot de passe ici, à tout moment.',
    turnOff: 'Désactiver le mot de passe',
    turnedOff: {
      title: 'Mot de passe désactivé',
      description: 'Seules vos clés d’accès permettent maintenant de vous connecter.',
    },
    off: 'Désactivé : ni un mot de passe ni votre messagerie n’ouvrent votre compte. Si vous perdez toutes vos clés d’accès, nous seuls pouvons vous aider, après vérification de votre identité.',
    turnOn: 'Activer le mot de passe',
    turnedOn: {
      title: 'Mot de passe activé',
      description: 'Il permet à nouveau de vous connecter. Toutes les autres sessions sont fermées.',
    },
  },
  email: {
    title: 'Adresse e-mail',
    description: (email) => `Vous vous connectez avec ${email}.`,
    label: 'Nouvelle adresse e-mail',
    submit: 'Changer d’adresse e-mail',
    busy: 'Envoi…',
    sent: (email) => `Un lien a été envoyé à ${email}. Votre adresse changera dès que vous aurez confirmé la nouvelle.`,
  },
};
