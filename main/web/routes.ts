import { index, layout, type RouteConfig, route as routeOf } from '@react-router/dev/routes';
import { availableCourses } from '../../content/courses/catalogue.ts';

// Paths are case-sensitive on the server (/Contact is not /contact), so they must be in the browser too.
const route = (path: string, file: string, options: { id?: string } = {}) =>
  routeOf(path, file, { ...options, caseSensitive: true });

// The route table of product §2. One route per course instead of a parameter, so that any other path under /formations
// falls through to the 404 page.
export default [
  layout('routes/marketing/layout.tsx', [
    route('/', 'routes/marketing/home.tsx'),
    route('/services', 'routes/marketing/services.tsx'),
    route('/services/infrastructure', 'routes/marketing/infrastructure.tsx'),
    route('/services/managed-services', 'routes/marketing/managed-services.tsx'),
    route('/services/cybersecurity', 'routes/marketing/cybersecurity.tsx'),
    route('/services/microsoft-cloud', 'routes/marketing/microsoft-cloud.tsx'),
    route('/formations', 'routes/marketing/training.tsx'),
    ...availableCourses.map(({ slug }) =>
      route(`/formations/${slug}`, 'routes/marketing/course.tsx', { id: `course-${slug}` }),
    ),
    route('/why-us', 'routes/marketing/why-us.tsx'),
    route('/partners', 'routes/marketing/partners.tsx'),
    route('/resources', 'routes/marketing/resources.tsx'),
    route('/contact', 'routes/marketing/contact.tsx'),
    route('/free-audit', 'routes/marketing/free-audit.tsx'),
    route('/microsoft-plans', 'routes/marketing/plans.tsx'),
    route('/schedule-consultation', 'routes/marketing/consultation.tsx'),
    route('/montez-votre-mur', 'routes/marketing/wall.tsx'),
    route('/verifier', 'routes/marketing/verify.tsx'),
    route('/politique-confidentialite', 'routes/marketing/legal-page.tsx', { id: 'privacy' }),
    route('/conditions-utilisation', 'routes/marketing/legal-page.tsx', { id: 'terms' }),
    route('/politique-cookies', 'routes/marketing/cookies.tsx'),
    route('/mentions-legales', 'routes/marketing/legal-page.tsx', { id: 'imprint' }),
    route('*', 'routes/marketing/not-found.tsx'),
  ]),
  layout('routes/portal/layout.tsx', [
    routeOf('/customer-portal', 'routes/portal/portal.tsx', { caseSensitive: true }, [
      index('routes/portal/overview.tsx'),
      ...[
        'invoices/:record?',
        'contracts/:record?',
        'payments/:record?',
        'licenses/:record?',
        'support/:ticketId?',
        '*',
      ].map((path) => route(path, 'routes/portal/records.tsx', { id: `portal-${path}` })),
      route('account', 'routes/portal/account.tsx'),
      route('security', 'routes/portal/security.tsx'),
      route('people', 'routes/portal/people.tsx'),
      route('appointments', 'routes/portal/appointments.tsx'),
    ]),
    route('/customer-auth', 'routes/portal/auth.tsx'),
  ]),
  routeOf('/desk', 'routes/desk/layout.tsx', { caseSensitive: true }, [
    index('routes/desk/queue.tsx'),
    route('tickets/:ticketId?', 'routes/desk/ticket.tsx'),
    route('mails', 'routes/desk/mails.tsx'),
    route('leads/:leadId?', '../../modules/leads/desk/leads-route.tsx'),
    route('appointments', '../../modules/appointments/desk/appointments-route.tsx'),
    route('newsletter', '../../modules/newsletter/desk/newsletter-route.tsx'),
    route('preferences', 'routes/desk/preferences.tsx'),
    route('customers/:customerId?', 'routes/desk/customers.tsx'),
    ...['invoices', 'contracts', 'licenses', 'statements'].map((list) =>
      route(`${list}/:recordId?`, 'routes/desk/record.tsx', { id: `desk-${list}` }),
    ),
    route('import', 'routes/desk/import.tsx'),
    route('audit', 'routes/desk/audit.tsx'),
    route('dashboard', 'routes/desk/dashboard.tsx'),
    route('health', '../../modules/monitoring/desk/health-route.tsx'),
    route('bank-accounts', '../../modules/bank/desk/bank-accounts-route.tsx'),
    route('integrations', '../../modules/integrations/desk/integrations-route.tsx'),
  ]),
] satisfies RouteConfig;
