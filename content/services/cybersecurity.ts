import { items, links, named, questions } from '../lists.ts';
import type { CybersecurityPage } from '../schema/service.ts';
import { site } from '../site.ts';

export const cybersecurity: CybersecurityPage = {
  seo: {
    title: `Cybersécurité des PME et cabinets à Nice | ${site.company.name}`,
    description:
      'Rançongiciel, hameçonnage, fraude au virement : une défense en quatre couches, l’aide à la conformité ISO 27001, RGPD et NIS 2, et les réflexes d’urgence.',
  },
  card: {
    slug: 'cybersecurity',
    name: 'Cybersécurité',
    summary: 'Protection des accès, détection des intrusions et mise en conformité, à la mesure d’une PME.',
    description:
      'Nous cherchons vos failles avant qu’un attaquant ne les trouve, fermons les plus graves et surveillons ce qui reste. Le même travail prépare vos réponses à l’assureur, au client ou à l’autorité qui demande des preuves.',
    features: [
      'Audit de sécurité et tests d’intrusion',
      'Authentification multifacteur (MFA) et accès conditionnel',
      'Détection sur les postes et les serveurs (EDR), alertes triées',
      'Messagerie protégée contre l’usurpation par SPF, DKIM et DMARC',
      'Hameçonnage simulé et ateliers pour vos équipes',
      'Préparation à ISO/IEC 27001, au RGPD et à NIS 2',
    ],
    price: 'À partir de 500€/mois', // product §2
    priceNote:
      'Prix hors taxes (HT). Le périmètre est fixé au devis, selon les postes protégés et l’étendue de la surveillance ; tests d’intrusion sur devis.',
  },
  hero: {
    title: 'Arrêtée à temps, une attaque reste un incident',
    lead: 'Nous protégeons les accès, les postes et les données des PME et des cabinets comptables, nous guettons les signes d’intrusion et nous préparons la reprise. Vous réunissez en même temps les preuves que demandent la loi et les assureurs.',
    actions: links({ 'Évaluer mes risques': '/free-audit', 'Consulter un spécialiste': '/schedule-consultation' }),
  },
  restoreReport: {
    title: 'Procès-verbal de restauration',
    note: 'Exemple',
    subject: 'Essai réussi',
    rows: [
      { label: 'Restauré', value: 'Le serveur de fichiers de la comptabilité, entier' },
      { label: 'Depuis', value: 'La copie immuable conservée hors de vos locaux' },
      { label: 'Vers', value: 'Une machine isolée du réseau' },
      { label: 'Contrôlé par', value: 'Votre comptable, sur des dossiers de son choix' },
    ],
    agreed: 'Arrêt supportable, fixé avec vous (RTO)',
    measured: 'Durée constatée',
    finding: {
      label: 'Écart relevé',
      value: 'Les droits d’un dossier partagé n’étaient pas sauvegardés. Corrigé.',
    },
    signatures: ['Pour votre entreprise', `Pour ${site.company.name}`],
  },
  threats: {
    firstMoveLabel: 'Premier geste :',
    title: 'Ce qui menace une entreprise de vingt personnes',
    lead: 'La plupart des attaques sont automatisées : elles cherchent une porte ouverte, quelle que soit l’enseigne. Chaque menace est suivie d’un premier geste à votre portée.',
    items: [
      {
        title: 'Rançongiciel',
        severity: 'Critique',
        text: 'Vos fichiers sont chiffrés, souvent après avoir été copiés. L’arrêt de l’activité et la menace de publication servent à faire payer.',
        firstMove:
          'restaurez cette semaine un dossier entier depuis une copie déconnectée du réseau, et notez le temps passé.',
      },
      {
        title: 'Hameçonnage et vol de compte',
        severity: 'Élevé',
        text: 'Une fausse page de connexion suffit à livrer un mot de passe. L’intrus lit ensuite vos échanges en silence, jusqu’au bon moment.',
        firstMove:
          'activez l’authentification multifacteur (MFA) sur toutes les boîtes, en commençant par la direction et la comptabilité.',
      },
      {
        title: 'Faux ordre de virement',
        severity: 'Élevé',
        text: 'Un fournisseur « change de RIB », un dirigeant « réclame » un paiement urgent et discret. Aucun virus : l’escroc imite un style, une signature, parfois une voix.',
        firstMove: 'imposez un appel au numéro déjà connu avant toute modification de coordonnées bancaires.',
      },
      {
        title: 'Fuite par erreur ou par un sous-traitant',
        severity: 'Moyen',
        text: 'Un lien de partage ouvert à tous, un ordinateur perdu, un prestataire piraté : la donnée sort sans effraction, et votre responsabilité demeure.',
        firstMove:
          'dressez la liste de ceux qui accèdent à vos données depuis l’extérieur, puis retirez les accès oubliés.',
      },
    ],
  },
  solutions: {
    title: 'Quatre prestations de cybersécurité',
    sheet: { title: 'Lettre de mission', note: 'Exemple : nous cochons ensemble ce qui vous est utile' },
    items: [
      {
        title: 'Audit et tests d’intrusion',
        text: 'Nous examinons vos réglages, puis tentons de les contourner dans un cadre écrit et signé. Chaque faille est remise avec sa gravité, sa preuve et son remède.',
        points: [
          'Relevé de ce que vous exposez sur Internet',
          'Revue de Microsoft 365, de l’annuaire et des droits',
          'Test d’intrusion externe, interne ou applicatif',
          'Restitution à la direction et plan d’action par priorité',
        ],
      },
      {
        title: 'Protection des accès et des postes',
        text: 'Un mot de passe volé ne doit plus suffire pour entrer, ni un poste infecté pour contaminer les autres.',
        points: [
          'MFA contre le vol de mot de passe, accès conditionnel contre le vol de session',
          'EDR, qui bloque les comportements suspects sur les machines',
          'SPF, DKIM et DMARC, contre l’usurpation de votre nom de domaine',
          'Chiffrement des ordinateurs portables',
        ],
      },
      {
        title: 'Détection et réponse',
        text: 'Les alertes sont triées avant de vous parvenir. Vous êtes appelé quand une décision s’impose, avec les éléments pour la prendre. Alertes traitées aux heures du bureau ; 24/7 avec un contrat de services managés.',
        points: [
          'Journaux réunis et conservés hors d’atteinte d’un intrus',
          'Isolement à distance d’une machine suspecte',
          'Fiches de réaction pour les scénarios probables',
          'Exercice de crise avec la direction',
        ],
      },
      {
        title: 'Conformité et sensibilisation',
        text: 'Une règle tient quand chacun en comprend la raison. Nous la rédigeons avec vous, puis nous formons ceux qui l’appliqueront.',
        points: [
          'Politique de sécurité et charte informatique',
          'Registre des traitements et analyses d’impact (AIPD)',
          'Hameçonnage simulé, suivi d’un retour pédagogique',
          'Formations aux certifications PECB pour vos responsables',
        ],
      },
    ],
  },
  standards: {
    title: 'Les référentiels que l’on peut vous demander',
    lead: 'Nous préparons les dossiers et les preuves. Une certification, lorsqu’elle existe, est délivrée par un organisme indépendant.',
    items: named({
      'ISO/IEC 27001':
        'Le management de la sécurité de l’information. L’annexe A de l’édition 2022 compte 93 mesures : nous vous aidons à retenir celles qui s’appliquent et à le justifier.',
      'ISO 22301':
        'La continuité d’activité : quelles fonctions maintenir, avec quels moyens, sous quel délai, et comment le prouver par l’exercice.',
      RGPD: 'Le règlement européen sur les données personnelles. Une violation qui présente un risque pour les personnes se notifie à la CNIL au plus tard 72 heures après que l’entreprise en a pris connaissance.',
      'NIS 2':
        'La directive (UE) 2022/2555 étend les obligations de sécurité à de nombreuses entreprises moyennes ; leurs fournisseurs les retrouvent dans leurs contrats. En France, la loi de transposition fixe qui est concerné et à quelle date : l’ANSSI en publie l’état.',
      DORA: 'Le règlement (UE) 2022/2554 s’applique depuis le 17 janvier 2025 aux entités financières et encadre leurs relations avec leurs prestataires informatiques.',
      'Lois du Maghreb':
        'Loi n° 09-08 au Maroc, loi n° 18-07 en Algérie, loi organique n° 2004-63 en Tunisie : formalités, transferts à l’étranger et droits des personnes.',
    }),
  },
  layers: {
    title: 'Une défense en profondeur',
    lead: 'Chaque couche protège vos données même si la précédente a cédé. Un attaquant doit franchir les quatre sans être repéré.',
    items: [
      {
        title: 'Périmètre',
        text: 'Ce qui entre et ce qui sort est filtré avant d’atteindre vos équipes.',
        measures: [
          'Pare-feu et blocage des sites malveillants',
          'Messagerie analysée, DMARC appliqué',
          'Accès distants chiffrés, aucun bureau à distance exposé',
        ],
      },
      {
        title: 'Identités',
        text: 'Chaque personne est vérifiée, et ses droits s’arrêtent à son métier.',
        measures: ['MFA pour tous', 'Comptes d’administration séparés', 'Droits revus à chaque mouvement de personnel'],
      },
      {
        title: 'Postes et serveurs',
        text: 'Une machine compromise est repérée, puis coupée des autres.',
        measures: ['EDR et correctifs suivis', 'Réseau segmenté par VLAN', 'Disques chiffrés'],
      },
      {
        title: 'Données',
        text: 'Si tout le reste cède, il subsiste une copie saine.',
        measures: [
          'Sauvegarde immuable, hors site',
          'Restauration vérifiée par des essais',
          'Documents sensibles étiquetés, partage limité',
        ],
      },
    ],
  },
  emergency: {
    title: 'Attaque en cours : la première heure',
    lead: 'Cinq réflexes valables pour tous, client ou non. Ils limitent les dégâts et préservent ce qui servira à l’enquête.',
    reflexes: items({
      Isolez:
        'Débranchez le câble réseau et coupez le Wi-Fi des machines touchées. Si le mal se propage, coupez l’accès à Internet du site et déconnectez les sauvegardes.',
      'N’éteignez pas':
        'La mémoire vive garde des traces utiles, parfois de quoi déchiffrer. Laissez les machines allumées ; ne les redémarrez pas, ne les nettoyez pas.',
      'Ne payez pas':
        'Rien ne garantit le retour des fichiers, et le paiement vous désigne comme une cible solvable. Ne répondez pas à l’attaquant sans conseil.',
      'Conservez les preuves':
        'Photographiez les écrans, notez les heures et les gestes de chacun, gardez les messages et les journaux. Enquêteurs et assureur les demanderont.',
      Appelez: `Joignez-nous au ${site.company.phone} depuis un mobile, plutôt que par e-mail : l’attaquant lit peut-être votre messagerie. Prévenez ensuite votre assureur.`,
    }),
    note: `Le support d’urgence 24/7 est réservé à nos clients en services managés. Aux autres entreprises, nous répondons ${site.office.hoursInProse}. En France, le service public 17Cyber (17cyber.gouv.fr) oriente les victimes à toute heure.`,
    actions: links({ 'Nous contacter': '/contact', 'Voir le support 24/7': '/services/managed-services' }),
  },
  faq: {
    title: 'Questions fréquentes sur la cybersécurité',
    items: questions({
      'Sommes-nous trop petits pour intéresser un attaquant ?':
        'Non. Les outils d’attaque balaient Internet et essaient par lots des mots de passe volés ; votre taille ne compte qu’ensuite, pour fixer la rançon. Un cabinet comptable attire aussi par les données de ses clients.',
      'Un antivirus ne suffit-il pas ?':
        'Il reconnaît surtout des fichiers déjà répertoriés. Or beaucoup d’intrusions passent par un mot de passe valide et par les outils de Windows. L’EDR observe les comportements, la MFA rend un mot de passe volé insuffisant : les deux se complètent. L’EDR des postes est déjà compris dans nos services managés.',
      'Quels délais légaux courent après une attaque ?':
        'En France, une violation de données personnelles présentant un risque se notifie à la CNIL au plus tard 72 heures après que l’entreprise en a pris connaissance. L’indemnisation par une assurance suppose aussi une plainte déposée dans les 72 heures suivant la découverte de l’attaque (article L. 12-10-1 du Code des assurances).',
      'Pouvez-vous nous préparer à la certification ISO/IEC 27001 ?':
        'Oui : périmètre, analyse de risques, déclaration d’applicabilité, audit interne. L’audit de certification revient à un organisme qui n’a pas participé à la préparation. Vos responsables peuvent suivre nos formations aux certifications PECB pour conduire le projet.',
    }),
  },
  closing: {
    title: 'Trouvez vos failles avant un attaquant',
    text: 'Sur place, de Cannes à Monaco, ou à distance, l’audit gratuit examine vos accès, vos sauvegardes et votre messagerie. Vous recevez une liste de corrections, la plus urgente en tête.',
    actions: links({ 'Demander l’audit gratuit': '/free-audit', 'Voir les formations': '/formations' }),
  },
};
