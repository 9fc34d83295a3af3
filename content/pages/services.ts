import { links } from '../lists.ts';
import type { ServicesPage } from '../schema/pages.ts';
import { cybersecurity } from '../services/cybersecurity.ts';
import { infrastructure } from '../services/infrastructure.ts';
import { managedServices } from '../services/managed-services.ts';
import { microsoftCloud } from '../services/microsoft-cloud.ts';
import { site } from '../site.ts';

export const servicesPage: ServicesPage = {
  seo: {
    title: `Services informatiques à Nice, prix de départ | ${site.company.name}`,
    description:
      'Infogérance, infrastructure, cybersécurité et cloud Microsoft pour les PME et les cabinets comptables : le contenu et le prix de départ HT de chacun.',
  },
  hero: {
    title: 'Nos services informatiques, et ce qu’ils coûtent',
    lead: 'Vos serveurs, votre support, votre sécurité et vos licences Microsoft, confiés ensemble ou séparément, sur la Côte d’Azur et à distance. Les prix de départ sont hors taxes (HT).',
    actions: links({ 'Demander un devis': '/contact', 'Demander l’audit gratuit': '/free-audit' }),
  },
  situations: {
    title: 'Partez de votre situation',
    lead: 'Vous reconnaissez l’une de ces phrases ? Elle mène au bon endroit.',
    items: [
      {
        situation: 'Le serveur n’est plus sous garantie et tout le monde évite d’y toucher.',
        advice: 'Faites relever sa charge avant d’en racheter un : il est peut-être surdimensionné, ou devenu inutile.',
        link: { label: 'Voir l’infrastructure', to: '/services/infrastructure' },
      },
      {
        situation: 'Quand une panne survient le samedi, personne ne répond.',
        advice: 'Un contrat de services managés (infogérance) donne accès au support d’urgence 24/7.',
        link: { label: 'Voir les services managés', to: '/services/managed-services' },
      },
      {
        situation: 'Un client ou notre assureur nous envoie un questionnaire de sécurité.',
        advice: 'Répondez avec des preuves : commencez par les accès, les sauvegardes et la messagerie.',
        link: { label: 'Voir la cybersécurité', to: '/services/cybersecurity' },
      },
      {
        situation: 'Nos licences Microsoft arrivent à échéance.',
        advice: 'Comparez les formules et récupérez les licences inutilisées avant de renouveler.',
        link: { label: 'Comparer les formules', to: '/microsoft-plans' },
      },
      {
        situation: 'Nous devons nommer un responsable de la sécurité ou un délégué à la protection des données.',
        advice:
          'Une formation de trois ou cinq jours lui donne la méthode et prépare à un certificat PECB, délivré à son nom après examen.',
        link: { label: 'Voir les formations', to: '/formations' },
      },
      {
        situation: 'Nous sentons que quelque chose cloche, sans savoir quoi.',
        advice: 'L’audit gratuit sert à cela : de 1 à 2 semaines, puis une liste de priorités.',
        link: { label: 'Demander l’audit gratuit', to: '/free-audit' },
      },
    ],
  },
  list: {
    title: 'Ce que chaque service comprend',
    lead: 'Chacun se souscrit séparément. Réunis, ils partagent le même inventaire, le même interlocuteur et les mêmes règles de sécurité. Le devis précise ce qui est compris, ce qui ne l’est pas et ce qui ferait varier le montant.',
    included: 'Ce qui est compris',
    more: 'Voir le service',
  },
  closing: {
    title: 'Un doute sur le bon service ?',
    text: 'Décrivez votre situation en quelques lignes, ou réservez une consultation de 30 à 60 minutes. Si vous n’avez besoin de rien, nous vous le dirons.',
    actions: links({ 'Nous écrire': '/contact', 'Choisir une consultation': '/schedule-consultation' }),
  },
};

/** In the order of docs/product.md. */
export const serviceCards = [infrastructure.card, managedServices.card, cybersecurity.card, microsoftCloud.card];
