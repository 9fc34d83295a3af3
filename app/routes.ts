import { type RouteConfig, layout, route } from '@react-router/dev/routes';

// The spec's table (§2), in its order; each public path is prerendered.
export default [
  layout('routes/marketing/layout.tsx', [
    route('/', 'routes/marketing/home.tsx'),
    route('/services', 'routes/marketing/services.tsx'),
    route('/services/infrastructure', 'routes/marketing/infrastructure.tsx'),
    route('/services/managed-services', 'routes/marketing/managed-services.tsx'),
    route('/services/cybersecurity', 'routes/marketing/cybersecurity.tsx'),
    route('/services/microsoft-cloud', 'routes/marketing/microsoft-cloud.tsx'),
    route('/formations', 'routes/marketing/training.tsx'),
    route('/formations/:slug', 'routes/marketing/course.tsx'),
    route('/why-us', 'routes/marketing/why-us.tsx'),
    route('/partners', 'routes/marketing/partners.tsx'),
    route('/resources', 'routes/marketing/resources.tsx'),
    route('/contact', 'routes/marketing/contact.tsx'),
    route('/free-audit', 'routes/marketing/free-audit.tsx'),
    route('/microsoft-plans', 'routes/marketing/plans.tsx'),
    route('/schedule-consultation', 'routes/marketing/consultation.tsx'),
    route('/politique-confidentialite', 'routes/marketing/legal.tsx', { id: 'privacy' }),
    route('/conditions-utilisation', 'routes/marketing/legal.tsx', { id: 'terms' }),
    route('/politique-cookies', 'routes/marketing/legal.tsx', { id: 'cookies' }),
    route('/mentions-legales', 'routes/marketing/legal.tsx', { id: 'imprint' }),
    route('*', 'routes/marketing/not-found.tsx'),
  ]),
  route('/customer-portal', 'routes/portal/portal.tsx'),
  route('/customer-auth', 'routes/portal/auth.tsx'),
] satisfies RouteConfig;
