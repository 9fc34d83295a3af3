/** Documents of dynamic routes (main/web/routes.ts): the server sends them for the paths one segment below, too. */
export const parentPages = [
  ...['invoices', 'contracts', 'payments', 'licenses', 'support'].map((tab) => `/customer-portal/${tab}`),
  ...['tickets', 'leads', 'customers', 'invoices', 'contracts', 'licenses', 'statements'].map(
    (name) => `/desk/${name}`,
  ),
];
