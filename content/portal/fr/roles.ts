import type { RolesCopy } from '../en/roles.ts';

export const roles: RolesCopy = {
  owner: { label: 'Propriétaire', description: 'Voit tout, et décide qui a accès.' },
  billing: {
    label: 'Facturation',
    description:
      'Voit les factures, les paiements, les contrats et le solde, et peut nous poser des questions à leur sujet.',
  },
  technical: {
    label: 'Technique',
    description: 'Voit les licences et tous les tickets de support, et ouvre des tickets.',
  },
  requester: { label: 'Demandeur', description: 'Ouvre des tickets de support, et ne voit que les siens.' },
};
