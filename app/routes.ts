import { index, layout, type RouteConfig, route as routeOf } from '@react-router/dev/routes';
import { courseSlugs } from '../content/course-slugs.ts';

// The server tells /Contact from /contact, so the browser must too.
const route = (path: string, file: string, options: { id?: string } = {}) =>
  routeOf(path, file, { ...options, caseSensitive: true });

// The route table of product §2, in its order. Courses are spelled out one by one, so that any other
// path under /formations falls through to the 404 page, in the browser as on the server.
export default [
  layout('routes/marketing/layout.tsx', [
    route('/', 'routes/marketing/home.tsx'),
    route('/services', 'routes/marketing/services.tsx'),
    route('/services/infrastructure', 'routes/marketing/infrastructure.tsx'),
    route('/services/managed-services', 'routes/marketing/managed-services.tsx'),
    route('/services/cybersecurity', 'routes/marketing/cybersecurity.tsx'),
    route('/services/microsoft-cloud', 'routes/marketing/microsoft-cloud.tsx'),
    route('/formations', 'routes/marketing/training.tsx'),
    ...courseSlugs.map((slug) => route(`/formations/${slug}`, 'routes/marketing/course.tsx', { id: `course-${slug}` })),
    route('/why-us', 'routes/marketing/why-us.tsx'),
    route('/partners', 'routes/marketing/partners.tsx'),
    route('/resources', 'routes/marketing/resources.tsx'),
    route('/contact', 'routes/marketing/contact.tsx'),
    route('/free-audit', 'routes/marketing/free-audit.tsx'),
    route('/microsoft-plans', 'routes/marketing/plans.tsx'),
    route('/schedule-consultation', 'routes/marketing/consultation.tsx'),
    route('/politique-confidentialite', 'routes/marketing/privacy.tsx'),
    route('/conditions-utilisation', 'routes/marketing/terms.tsx'),
    route('/politique-cookies', 'routes/marketing/cookies.tsx'),
    route('/mentions-legales', 'routes/marketing/imprint.tsx'),
    route('*', 'routes/marketing/not-found.tsx'),
  ]),
  layout('routes/portal/layout.tsx', [
    routeOf('/customer-portal', 'routes/portal/portal.tsx', { caseSensitive: true }, [
      index('routes/portal/overview.tsx'),
      route('invoices', 'routes/portal/invoices.tsx'),
      route('contracts', 'routes/portal/contracts.tsx'),
      route('payments', 'routes/portal/payments.tsx'),
      route('licenses', 'routes/portal/licenses.tsx'),
      route('support', 'routes/portal/support.tsx'),
      route('security', 'routes/portal/security.tsx'),
      route('*', 'routes/portal/unknown.tsx'),
    ]),
    route('/customer-auth', 'routes/portal/auth.tsx'),
  ]),
] satisfies RouteConfig;
