import type { ErrorTexts } from '../en/shell.ts';
import { sharedErrors } from './shared-errors.ts';

export const errorTexts: ErrorTexts = {
  ...sharedErrors,
  forbidden: 'Votre rôle ne permet pas cette action.',
  not_linked: 'Votre compte doit être rattaché à une entreprise cliente. Contactez le support.',
  customer_changed: 'Rien n’a été envoyé : vous n’avez plus accès à cette entreprise. Rechargez la page.',
  changed_meanwhile: 'Cet élément a été modifié entre-temps.',
  idempotency_key_reused: 'Cet envoi a déjà abouti, avec un autre contenu. Rechargez la page.',
  invalid_name: 'Saisissez votre nom, sans signe @.',
  rating_closed: 'Ce ticket ne peut plus être évalué.',
  storage_full: 'Les fichiers ne peuvent pas être enregistrés pour le moment. Réessayez plus tard.',
  quota_exceeded: 'Votre entreprise n’a plus de place pour des fichiers. Contactez le support.',
  unknown_colleague: 'Aucune personne ayant accès aux tickets de votre entreprise n’a cette adresse.',
  last_owner: 'C’est le dernier propriétaire : donnez d’abord ce rôle à une autre personne.',
  already_member: 'Cet accès existe déjà. Rechargez la page.',
  too_many_people: 'Le nombre maximal de personnes est atteint : retirez d’abord l’accès de l’une d’elles.',
  invalid_credentials: 'L’adresse e-mail ou le mot de passe est incorrect.',
  password_too_short: 'Ce mot de passe est trop court.',
  password_too_long: 'Ce mot de passe est trop long.',
  password_too_common:
    'Ce mot de passe est parmi les plus courants, que l’on essaie en premier. Choisissez-en un autre.',
  password_is_email: 'Le mot de passe ne peut pas être votre adresse e-mail. Choisissez-en un autre.',
  password_contains_company_name:
    'Le mot de passe ne peut pas être notre nom, notre domaine ou l’un de nos services. Choisissez-en un autre.',
  password_disabled: 'Votre compte n’a pas de mot de passe. Choisissez-en un d’abord.',
  invalid_token: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  account_exists: 'Vous avez déjà un compte. Connectez-vous pour accepter.',
  email_reserved:
    'Cette adresse était celle d’un autre compte il y a quelques jours encore. Réessayez dans une semaine, ou écrivez-nous.',
  sign_in_expired: 'Cette connexion a pris trop de temps. Recommencez.',
  passkey_exists: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  too_many_passkeys: 'Le nombre maximal de clés d’accès est atteint : retirez-en une d’abord.',
  two_passkeys_required:
    'Sans mot de passe, il vous faut deux clés d’accès, car une seule peut se perdre. Ajoutez-en une, ou gardez le mot de passe.',
  last_factor: 'C’est votre seul second facteur, et le centre de services en demande un. Ajoutez-en d’abord un autre.',
  factor_exists: 'Les codes d’une application sont déjà activés.',
  factor_missing: 'Les codes d’une application ne sont pas activés.',
  enrolment_code_required:
    'Pour ajouter votre premier second facteur, saisissez le code d’enrôlement. La personne qui vous a donné accès au centre de services l’a reçu.',
  invalid_enrolment_code: 'Ce code d’enrôlement n’est pas le bon, a expiré ou a déjà servi. Demandez-en un nouveau.',
  same_email: 'C’est déjà votre adresse e-mail.',
};
