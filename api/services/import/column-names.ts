import { fold } from '#contract/fold.ts';
import type { RecordList } from '#contract/staff.ts';

/** Without accents, in lower case, with one kind of space and apostrophe: how people type a label. */
export const foldLabel = (value: string) =>
  fold(value)
    .replaceAll('’', "'")
    .replaceAll(/[\s_]+/g, ' ')
    .trim();

/** Other names of columns, as the desk in both languages, French accounting programs and our own exports write them. */
const otherNames: Record<RecordList | 'customers' | 'everywhere', Record<string, readonly string[]>> = {
  everywhere: {
    customer: ['client', 'nom du client', 'société', 'entreprise', 'raison sociale'],
    customer_id: ['id client', 'identifiant du client'],
    status: ['statut', 'état'],
  },
  customers: {
    name: ['nom', 'client', 'société', 'raison sociale'],
    email: ['e-mail', 'courriel', 'adresse e-mail'],
    phone: ['téléphone', 'tél', 'tél.'],
    siren: ['n° siren', 'numéro siren'],
    risk: ['risque'],
    total_outstanding: ['encours', 'solde'],
  },
  invoices: {
    number: ['numéro', 'numéro de facture', 'n°', 'n° de facture', 'n° facture', 'facture', 'référence', 'pièce'],
    amount: ['montant', 'montant ttc', 'total', 'total ttc', 'ttc'],
    due_date: ['échéance', "date d'échéance"],
    risk_score: ['risque'],
    created_at: ['créée le', 'created', 'date', 'date de facture', "date d'émission", 'émise le'],
    credits: ['avoir de', 'avoir sur', 'avoir pour', "facture d'origine", 'credit note for'],
  },
  contracts: {
    contract_number: ['numéro', 'numéro de contrat', 'n°', 'n° de contrat', 'contrat', 'référence'],
    title: ['intitulé', 'titre', 'libellé', 'objet'],
    start_date: ['début', 'date de début'],
    end_date: ['fin', 'date de fin', 'échéance'],
    contract_value: ['montant', 'valeur', 'value'],
    renews_tacitly: ['reconduction tacite', 'tacite reconduction', 'tacit renewal'],
    notice_days: ['préavis', 'préavis en jours', 'notice'],
    urgent_around_the_clock: ['urgences jour et nuit', 'astreinte'],
    around_the_clock: ['support jour et nuit', 'support around the clock'],
    response_minutes: ['première réponse', 'délai de réponse', 'first answer'],
    resolution_minutes: ['résolution', 'délai de résolution'],
    created_at: ['créé le', 'created', 'date'],
  },
  payments: {
    payment_reference: ['référence', 'numéro', 'n°', 'pièce'],
    amount: ['montant', 'montant ttc'],
    payment_date: ['date', 'date de paiement', 'date de règlement', 'payé le'],
    payment_method: ['method', 'moyen', 'moyen de paiement', 'mode', 'mode de paiement', 'mode de règlement'],
    notes: ['note', 'remarque', 'remarques', 'commentaire', 'libellé'],
  },
  licenses: {
    product_name: ['product', 'produit', 'nom du produit', 'logiciel'],
    license_key: ['clé', 'clé de licence', 'licence', 'numéro'],
    license_type: ['type', 'type de licence'],
    seats: ['postes', 'nombre de postes', 'utilisateurs', 'sièges'],
    expiry_date: ['expiration', "date d'expiration", 'échéance'],
    monthly_cost: ['par mois', 'coût mensuel', 'montant mensuel'],
    created_at: ['créée le', 'created', 'date'],
  },
};

/** What we add to a file of rejected rows. Imported again, it is ignored. */
const ignored = new Set(['erreurs', 'errors']);

/**
 * Finds the columns of a header: their own names first, then the others, ignoring case, accents and a unit at the end such as
 * `Montant (EUR)`. Undefined: ignored. A name that is not known stays as it was written.
 */
export function createColumnNames(table: string, known: readonly string[]) {
  const others = { ...otherNames.everywhere, ...otherNames[table as RecordList] };
  const byName = new Map(
    Object.entries(others).flatMap(([column, names]) =>
      known.includes(column) ? names.map((name) => [foldLabel(name), column] as const) : [],
    ),
  );
  for (const column of known) byName.set(foldLabel(column), column);
  return (cell: string): string | undefined => {
    const folded = foldLabel(cell).replace(/\s*[*:]$/, '');
    const plain = folded.replace(/ *\([^)]*\)$/, '');
    const found = byName.get(folded) ?? byName.get(plain);
    if (found !== undefined) return found;
    return ignored.has(folded) ? undefined : cell.trim().toLowerCase();
  };
}
