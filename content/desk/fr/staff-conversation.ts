import { plural } from '../../plural.ts';

/** What staff have in the conversation of a ticket in addition to conversation.ts. */
export const staffConversation = {
  note: 'Note interne',
  noteHint: 'invisible pour le client',
  composer: {
    label: 'Écrire',
    kinds: { reply: 'Réponse', note: 'Note interne' },
    fields: { reply: 'Votre réponse au client', note: 'Votre note' },
    hints: {
      reply: 'Listes, citations, code et liens sont mis en forme, comme en Markdown.',
      note: 'Seule l’équipe la lit : ni le client, ni ses e-mails. @ mentionne un collègue.',
    },
    submit: {
      reply: 'Répondre',
      ask: 'Répondre et attendre le client',
      resolve: 'Répondre et résoudre',
      note: 'Ajouter la note',
    },
    sent: {
      reply: 'Réponse envoyée.',
      ask: 'Réponse envoyée, le ticket attend le client.',
      resolve: 'Réponse envoyée, le ticket est résolu.',
      note: 'Note ajoutée.',
    },
    keys: { reply: 'Ctrl + Entrée envoie, avec Maj résout aussi', note: 'Ctrl + Entrée ajoute la note' },
    canned: 'Réponses types',
    done: 'Ce ticket est terminé : une réponse ne le rouvre pas, une question en attente du client le rouvre.',
  },
  /** Colleagues whom a note mentions. */
  mentions: {
    choose: 'Mentionner un collègue',
    list: 'Équipe',
    told: (names: string) => `Cette note prévient ${names}. Elle reste dans l’équipe.`,
    unknown:
      'Une personne mentionnée ne fait plus partie de l’équipe, ou ne voit pas les tickets : retirez sa mention.',
    tooMany: 'Une note mentionne 20 personnes au plus.',
  },
  /** A reply that was sent and is not published yet. */
  undo: {
    label: 'Réponse pas encore publiée',
    waiting: (seconds: string) => `Envoi dans ${seconds} s`,
    sending: 'Envoi en cours…',
    announced: (seconds: string) =>
      `La réponse part dans ${seconds} secondes. Le bouton « Annuler l’envoi » ou Ctrl + Z la reprend.`,
    submit: 'Annuler l’envoi',
    keys: 'Ctrl + Z',
    undone: 'Envoi annulé : votre texte est de nouveau modifiable.',
    published: 'Réponse envoyée.',
    tooLate: 'Trop tard : cette réponse est déjà partie, ou reprise dans un autre onglet.',
    notSent: 'Votre réponse n’est pas partie.',
    returned: {
      changed_meanwhile:
        'Entre-temps, un collègue a répondu, ou le ticket a été terminé, fusionné, confié à un autre client ou a changé de statut.',
      forbidden: 'Entre-temps, vos autorisations ont changé.',
    },
    takeBack: 'Reprendre le texte',
  },
  /** What others did while a reply was written. */
  meanwhile: {
    replied: (name: string) => `${name} a répondu pendant que vous écriviez.`,
    wrote: (name: string) => `${name} (client) a écrit pendant que vous écriviez.`,
    changed: (name: string) => `${name} a modifié le ticket pendant que vous écriviez.`,
    mustBeRead: 'Votre texte est gardé. Il ne part pas avant que vous ayez confirmé cette lecture.',
    description: 'Votre texte est gardé : relisez-le avant de l’envoyer.',
    /** After the server has rejected the reply. */
    rejected: {
      mustBeRead: 'Votre texte est gardé. Lisez ce qui a changé et confirmez-le, avant de l’envoyer à nouveau.',
      description: 'Votre texte est gardé. Relisez-le, puis envoyez-le à nouveau s’il convient toujours.',
    },
    others: 'Ce qui a changé',
    acknowledge: 'J’ai lu, continuer',
    message: (name: string, text: string) => `${name} a écrit : « ${text} »`,
    note: (name: string, text: string) => `${name} a noté : « ${text} »`,
  },
  people: {
    notFound: 'Aucune personne de ce client qui peut voir les tickets n’a cette adresse.',
    tooMany: 'Trop de personnes suivent ce ticket : retirez-en d’abord.',
  },
  canned: {
    choose: 'Insérer une réponse type',
    list: 'Réponses types',
    manage: 'Gérer les réponses types',
    actions: 'Gestion',
    title: 'Réponses types',
    description: 'Elles servent à toute l’équipe. Chacun peut les compléter et les corriger.',
    none: 'Aucune réponse type pour l’instant.',
    add: 'Nouvelle réponse type',
    edit: 'Modifier',
    archive: 'Retirer',
    name: 'Titre',
    body: { label: 'Texte', hint: 'Il est inséré dans la réponse, où il peut encore être modifié.' },
    /** By their names in contract/reply-templates.ts, which the server knows in both languages. */
    variableNames: {
      client: 'client',
      demandeur: 'demandeur',
      ticket: 'ticket',
      sujet: 'sujet',
      échéance: 'échéance',
      agent: 'agent',
    },
    variables: 'Variables, remplies à l’insertion :',
    unknownVariable: (name: string) => `La variable {{${name}}} n’existe pas : choisissez-en une de la liste.`,
    unfilled: (variables: string) => `Remplacez ${variables} avant d’envoyer : le client ne doit pas le lire.`,
    steps: 'Ce que l’envoi fait aussi',
    next: 'Statut',
    anyNext: 'Au choix à l’envoi',
    priority: 'Priorité',
    samePriority: 'Inchangée',
    tags: { label: 'Étiquettes à ajouter', hint: 'Séparées par des virgules.' },
    assignToMe: { label: 'Attribuer le ticket', hint: 'À la personne qui envoie la réponse.' },
    create: {
      title: 'Nouvelle réponse type',
      description: 'Donnez-lui un titre que vos collègues retrouveront vite.',
      submit: 'Enregistrer',
    },
    change: {
      title: 'Modifier la réponse type',
      description: 'Les réponses déjà envoyées ne changent pas.',
      submit: 'Enregistrer',
    },
    remove: {
      title: (title: string) => `Retirer « ${title} » ?`,
      description: 'Elle n’est plus proposée. Les réponses déjà envoyées ne changent pas.',
      submit: 'Retirer',
    },
    saved: 'La réponse type est enregistrée.',
    archived: 'La réponse type est retirée.',
    nameTaken: 'Une réponse type porte déjà ce titre.',
    changedMeanwhile: 'Un collègue a modifié cette réponse type entre-temps : rouvrez-la pour voir son texte.',
    inserted: (title: string) => `« ${title} » est insérée.`,
  },
  merge: {
    open: 'Fusionner',
    choose: (ticket: string) => `Fusionner ${ticket} dans un autre ticket`,
    list: 'Tickets du même client',
    confirm: {
      title: (ticket: string, other: string) => `Fusionner ${ticket} dans ${other} ?`,
      description: (ticket: string, other: string) =>
        `${ticket} est clos comme doublon. Ses messages y restent, la conversation continue dans ${other}.`,
      submit: 'Fusionner',
    },
    addPeople: 'Ajouter les personnes du doublon à l’autre ticket',
    addPeopleHint: 'Elles verront alors toute sa conversation.',
    done: (ticket: string, other: string) => `${ticket} est fusionné dans ${other}.`,
    rejected: 'Ces deux tickets ne peuvent pas être fusionnés : l’autre est lui-même un doublon.',
    changedMeanwhile: 'Le ticket a changé entre-temps. Relisez la conversation, puis fusionnez à nouveau.',
  },
  snooze: {
    open: 'Mettre en veille',
    title: (ticket: string) => `Mettre ${ticket} en veille`,
    description:
      'Il quitte la file d’attente et revient à cette date, ou dès que le client écrit. Les délais promis continuent de courir. Le client n’en voit rien.',
    until: 'Jusqu’à quand',
    tomorrow: (day: string) => `Demain, ${day}, 9 h 00`,
    monday: (day: string) => `Lundi prochain, ${day}, 9 h 00`,
    week: (day: string) => `Dans une semaine, ${day}, 9 h 00`,
    other: 'À une autre date',
    moment: { label: 'Date et heure', hint: 'À l’heure de Nice, dans un an au plus.' },
    submit: 'Mettre en veille',
    invalid: 'Choisissez une date et une heure à venir, dans un an au plus.',
    changedMeanwhile: 'Le ticket a changé entre-temps. Relisez la conversation, puis recommencez.',
    done: (ticket: string, moment: string) => `${ticket} est en veille jusqu’au ${moment}.`,
  },
  actions: {
    open: 'Autres actions',
    title: (ticket: string) => `Actions sur ${ticket}`,
    list: 'Actions',
  },
  /** Taking back a mail that was published. */
  withdraw: {
    open: 'Retirer cet e-mail',
    openDescription: 'Retirer l’e-mail de la description',
    title: 'Retirer cet e-mail du ticket ?',
    description:
      'Le client et l’équipe verront « Message retiré » à sa place, sans le texte ni les fichiers. Ce qui a déjà été lu ou envoyé par e-mail ne peut pas être repris. L’e-mail sera à nouveau parmi les e-mails retenus.',
    submit: 'Retirer',
    done: 'E-mail retiré du ticket.',
    changedMeanwhile: 'Cet e-mail a déjà été retiré.',
  },
  move: {
    open: 'Changer de client',
    choose: (ticket: string) => `Confier ${ticket} à un autre client`,
    list: 'Clients',
    confirm: {
      title: (ticket: string, customer: string) => `Confier ${ticket} à ${customer} ?`,
      description: 'Relisez la conversation avant : elle sera lue par une autre entreprise.',
      submit: 'Changer de client',
    },
    consequences: (from: string, to: string) => [
      `${to} verra toute la conversation et ses fichiers, avec les noms de ceux qui ont écrit. Les notes internes restent internes.`,
      `${from} ne verra plus rien de ce ticket : ses personnes ne le suivent plus, et leurs réponses par e-mail seront retenues.`,
      'Les délais suivent désormais le contrat du nouveau client.',
      'Les liens vers les tickets précédents ou suivants sont retirés, ainsi que les fichiers pas encore envoyés.',
      'Les e-mails déjà partis ne peuvent pas être repris.',
    ],
    done: (ticket: string, customer: string) => `${ticket} est confié à ${customer}.`,
    rejected: 'Ce ticket est fusionné avec un autre : il reste chez son client.',
    changedMeanwhile: 'Le ticket a changé entre-temps. Relisez la conversation, puis recommencez.',
  },
  /** What sending a reply does besides. */
  macro: {
    label: 'À l’envoi',
    next: { reply: 'Répondre', ask: 'Attendre le client', resolve: 'Résoudre' },
    priority: (priority: string) => `Priorité ${priority.toLowerCase()}`,
    tag: (tag: string) => `Étiquette ${tag}`,
    assignToMe: 'Me l’attribuer',
    remove: (what: string) => `Ne pas faire : ${what}`,
  },
  reopened: plural({ one: (times) => `Rouvert ${times} fois`, other: (times) => `Rouvert ${times} fois` }),
  /** Events that customers do not see. */
  internalEvents: {
    tag: (tag: string) => `« ${tag} »`,
    tagsAdded: (tags: string) => `ajout de ${tags}`,
    tagsRemoved: (tags: string) => `retrait de ${tags}`,
    tags: (actor: string, changes: string) => `${actor} : étiquettes, ${changes}`,
    movedFrom: (actor: string, customer: string) => `${actor} : ticket retiré à ${customer}`,
    aFormerCustomer: 'un client effacé',
    snoozed: (actor: string, moment: string) => `${actor} : en veille jusqu’au ${moment}`,
    woken: (actor: string) => `${actor} : fin de la veille`,
  },
};
export type StaffConversationCopy = typeof staffConversation;
