export const roles = {
  owner: { label: 'Owner', description: 'Sees everything, and decides who has access.' },
  billing: {
    label: 'Billing',
    description: 'Sees invoices, payments, contracts and the balance, and can ask us about them.',
  },
  technical: { label: 'Technical', description: 'Sees licenses and every support ticket, and opens tickets.' },
  requester: { label: 'Requester', description: 'Opens support tickets, and sees only their own.' },
};

export type RolesCopy = typeof roles;
