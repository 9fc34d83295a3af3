import { items, programme } from '../lists.ts';
import type { AvailableCourse } from '../schema/course.ts';
import { site } from '../site.ts';

export const course: AvailableCourse = {
  slug: 'iso-31000-risk-manager',
  title: 'ISO 31000 Risk Manager',
  certification: 'PECB Certified ISO 31000 Risk Manager',
  standard: '31000',
  numberFill: 'levels',
  durationDays: 3,
  domain: 'Gestion des risques',
  description:
    'Identifier, analyser et traiter les risques de toute nature avec ISO 31000 et les techniques de l’IEC 31010, pour que vos décisions reposent sur des critères partagés.',
  status: 'available',
  seo: {
    title: `Formation ISO 31000 Risk Manager, 3 jours | ${site.company.name}`,
    description:
      'Trois jours pour bâtir une cartographie des risques qui sert à décider : ISO 31000:2018, techniques IEC 31010, ateliers, examen PECB de 2 heures.',
  },
  lead: 'Impayé d’un client majeur, rupture d’un fournisseur, panne, litige, attaque informatique : une entreprise arbitre chaque semaine entre des risques qui ne se ressemblent pas. ISO 31000 donne un langage et un processus communs pour les comparer. En trois jours, vous construisez une cartographie complète et passez l’examen PECB.',
  whyAttend: items({
    'Une méthode pour tous les risques':
      'Finance, sécurité des personnes, chaîne d’approvisionnement, informatique, réputation : ISO 31000 n’est liée à aucun secteur. Vous pouvez réunir dans une même vue des risques suivis jusque-là par des services différents.',
    'Une cartographie qui sert à décider':
      'Beaucoup de matrices colorées finissent dans un tiroir. Vous apprenez à fixer d’abord les critères avec la direction, afin que chaque case de la matrice corresponde à une décision.',
    'Le bon outil pour chaque question':
      'AMDEC, nœud papillon, entretiens structurés, arbre de défaillances, simulation : l’IEC 31010 décrit les techniques, la formation vous fait pratiquer celles qui conviennent à une PME et précise quand les autres se justifient.',
  }),
  objectives: [
    'Employer sans ambiguïté le vocabulaire du risque : source, événement, conséquence, vraisemblance, niveau de risque',
    'Appliquer les principes d’ISO 31000 à une organisation donnée',
    'Concevoir le cadre organisationnel : mandat, politique, rôles, ressources, intégration aux décisions',
    'Établir le contexte et les critères de risque avec la direction',
    'Choisir et mener une technique d’appréciation de l’IEC 31010',
    'Comparer les options de traitement et rédiger un plan assorti de responsables et d’échéances',
    'Suivre les risques et en rendre compte de façon utile à ceux qui décident',
  ],
  programme: programme({
    'Principes et cadre organisationnel': {
      'Parler du risque avec les mêmes mots': [
        'Le risque comme effet de l’incertitude sur les objectifs : menaces et occasions à saisir',
        'Structure d’ISO 31000:2018 : principes, cadre, processus ; place d’ISO 31073 et de l’IEC 31010',
        'Les huit principes, illustrés par des décisions d’entreprise bien ou mal préparées',
        'Rapports avec ISO/IEC 27005, ISO 22301, ISO 9001 et le contrôle interne',
      ],
      'Installer le cadre': [
        'Leadership et engagement : ce que la direction doit décider elle-même',
        'Intégration, conception, mise en œuvre, évaluation, amélioration : les composantes du cadre',
        'Propriétaires de risques, comité, fonction risque : une organisation à la taille d’une PME',
        'Atelier : politique de management du risque d’un exportateur agroalimentaire fictif, en une page',
      ],
    },
    'L’appréciation du risque': {
      'Contexte, critères et identification': [
        'Périmètre, contexte externe et interne : réglementation, change, climat, dépendance à un port ou à un client',
        'Échelles de vraisemblance et de conséquence, appétence et tolérance : les fixer avant de coter',
        'Techniques d’identification : entretiens structurés, remue-méninges, liste de contrôle, SWIFT (« et si ? »)',
        'Atelier : registre des risques de l’exportateur, chacun rédigé sous la forme cause, événement, conséquence',
      ],
      'Analyse et évaluation': [
        'AMDEC (analyse des modes de défaillance) pour un procédé, arbre de défaillances pour une panne, nœud papillon pour un accident',
        'Matrice conséquence / vraisemblance : construction, usage et pièges connus',
        'Quantifier quand les données le permettent : distributions, simulation de Monte-Carlo, analyse de sensibilité',
        'Biais de jugement : ancrage, excès de confiance, effet de groupe, et la méthode Delphi pour les réduire',
        'Atelier : nœud papillon d’une rupture de la chaîne du froid, barrières comprises',
      ],
    },
    'Traitement, suivi et examen': {
      'Traiter, suivre, rendre compte': [
        'Éviter, réduire, partager, accepter, prendre le risque pour saisir une occasion : comparer coûts et avantages',
        'Plan de traitement et risque résiduel : qui accepte, par écrit et pour combien de temps',
        'Suivi et revue : indicateurs d’alerte, événements déclencheurs, retour d’expérience',
        'Communication et consultation, enregistrement et rapports : la page que lira le conseil d’administration',
        'Atelier : présenter les risques prioritaires de l’exportateur et leur plan de traitement à une direction',
      ],
      'Révision et examen': [
        'Révision : le processus redessiné de mémoire, puis des questions corrigées sur chaque domaine',
        'Choisir une technique de l’IEC 31010 à partir d’un énoncé court : entraînement en temps limité',
        'Examen de 2 heures, QCM',
      ],
    },
  }),
  audience: [
    'Gestionnaires de risques et responsables du contrôle interne',
    'Dirigeants, directeurs financiers et secrétaires généraux de PME',
    'Responsables qualité, sécurité, environnement ou conformité',
    'Chefs de projet dont les décisions engagent un budget important',
    'Experts-comptables et consultants qui conseillent des dirigeants',
  ],
  prerequisites: [
    'Aucune connaissance préalable de la norme n’est nécessaire',
    'Connaître le fonctionnement d’une entreprise ou d’un service public ; apporter, si possible, une décision récente à réexaminer',
  ],
  exam: {
    hours: 2,
    domains: [
      'Principes et concepts fondamentaux du management du risque',
      'Cadre organisationnel et processus de management du risque',
      'Techniques d’appréciation du risque selon l’IEC 31010',
    ],
    preparation:
      'Les deux premières journées s’achèvent par des questions courtes sur le vocabulaire et le processus. La révision du troisième jour, placée juste avant l’épreuve, insiste sur le choix des techniques.',
  },
  certificate: {
    worth:
      'ISO 31000 est un guide, qui n’est pas destiné à la certification des organismes. Le certificat « PECB Certified ISO 31000 Risk Manager » est donc nominatif ; il atteste votre capacité à conduire le processus dans n’importe quel secteur et complète une compétence métier déjà acquise. PECB l’accorde au vu de l’examen et de votre parcours.',
    maintenance:
      'Ce certificat est valable 3 ans. La formation continue permet de le maintenir : revues de risques animées, lectures, cours complémentaires, pris en compte selon les conditions de PECB.',
  },
  method: [
    'Apports brefs, aussitôt mis en pratique sur le cas de l’exportateur agroalimentaire',
    'Animation d’ateliers de risques par les participants à tour de rôle, avec retour du groupe',
    'Feuilles de calcul remises : registre, échelles, matrice, simulation simple',
    'Comparaison de deux techniques sur le même risque, pour en voir les limites',
  ],
  assessment:
    'Un questionnaire d’entrée recense vos acquis et la décision que vous souhaitez réexaminer. Le registre, le nœud papillon et le plan de traitement produits en atelier sont examinés par le formateur selon des critères annoncés. L’examen PECB, un QCM de 2 heures, a lieu le troisième jour.',
  related: ['iso-27005-risk-manager', 'iso-22301-lead-implementer', 'iso-27001-lead-implementer'],
  updated: '2026-11-16',
};
