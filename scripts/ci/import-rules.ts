import type { ICruiseOptions, IRegularForbiddenRuleType } from 'dependency-cruiser';

const layers = '^(content|contract|app|api)/';
// Tests, and what only tests use, ship nowhere.
const testCode = String.raw`\.test\.tsx?$|^tests/|/fixture-[^/]+\.ts$`;
const shippedScripts = String.raw`^scripts/(build/|[^/]*build[^/]*\.|start\.|start/|dev\.|dev/|content-lint)`;
const database = '^api/db/|node_modules/(drizzle-orm|pg|@electric-sql/pglite)/';

type From = IRegularForbiddenRuleType['from'];
type To = IRegularForbiddenRuleType['to'];

const rule = (name: string, comment: string, from: From, to: To) => ({
  name,
  severity: 'error' as const,
  comment,
  from,
  to,
});

/** The import rules of docs/architecture.md. tests/import-rules seeds a violation of each. */
export const importRules = [
  rule(
    'content-is-a-leaf',
    'content/ is what we say. It must stay readable and movable without the program around it.',
    { path: '^content/' },
    { path: '^(contract|app|api|scripts|tests|bench)/' },
  ),
  rule(
    'content-uses-no-library',
    'Copy is data. Only content/schema may use a library, and only zod, to validate it.',
    { path: '^content/', pathNot: [testCode, '^content/schema/'] },
    { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core'] },
  ),
  rule(
    'content-schema-uses-zod-only',
    'The schema describes copy. Anything beyond zod in there would be logic.',
    { path: '^content/schema/', pathNot: testCode },
    { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core'], pathNot: 'node_modules/zod/' },
  ),
  rule(
    'contract-is-a-leaf',
    'contract/ crosses the wire. Whatever it imported would have to run on both sides.',
    { path: '^contract/' },
    { path: '^(content|app|api|scripts|tests|bench)/' },
  ),
  rule(
    'components-import-no-content',
    'A component or feature that reads copy can show only that copy. Routes hand it in as props.',
    { path: '^app/(components|features)/' },
    { path: '^content/', pathNot: '^content/schema/' },
  ),
  rule(
    'content-schema-as-types-only',
    'A value from content/schema would put zod into the first load of every page. Use `import type`.',
    { path: '^app/(components|features)/', pathNot: testCode },
    { path: '^content/schema/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'components-import-no-features',
    'A component serves any feature and any route, so it can know none.',
    { path: '^app/components/' },
    { path: '^app/(features|islands|routes)/|^app/[^/]+$' },
  ),
  rule(
    'features-import-no-routes',
    'Routes put features together. A feature that knew its route could stand on no other.',
    { path: '^app/features/' },
    { path: '^app/(islands|routes)/|^app/[^/]+$' },
  ),
  rule(
    'no-cross-feature-imports',
    'A feature can be read, changed and removed alone. What two share belongs in components/ or lib/.',
    { path: '^app/features/([^/]+)/' },
    { path: '^app/features/', pathNot: '^app/features/$1/' },
  ),
  rule(
    'islands-import-no-routes',
    'Public routes are rendered at build; an island that imported one would bring it into the browser.',
    { path: '^app/islands/' },
    { path: '^app/routes/|^app/[^/]+$' },
  ),
  rule(
    'lib-imports-nothing',
    'Everything in app/ stands on lib/, so lib/ stands on nothing of it, and on no copy.',
    { path: '^app/lib/' },
    { path: '^app/(components|features|islands|routes)/|^app/[^/]+$|^content/' },
  ),
  rule(
    'app-imports-api-types-only',
    'The browser must never load the server. Only its types cross, with `import type`.',
    { path: '^app/' },
    { path: '^api/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'api-imports-no-app',
    'The server answers any client. It must start and be tested without the browser’s code.',
    { path: '^api/' },
    { path: '^app/' },
  ),
  rule(
    'api-imports-no-content',
    'The server has no copy of its own: pages come prerendered. It may know the company (content/site.ts), no more.',
    { path: '^api/' },
    { path: '^content/', pathNot: String.raw`^content/site\.ts$` },
  ),
  rule(
    'company-facts-for-mails-only',
    'Only mails carry the company’s name and address. Elsewhere in the server they would be copy.',
    { path: '^api/', pathNot: '^api/mail/' },
    { path: String.raw`^content/site\.ts$` },
  ),
  rule(
    'services-import-no-http',
    'Services, mails and the operator’s commands are used without a request too. HTTP belongs to api/routes.',
    { path: '^api/(services|admin|cli|mail)/', pathNot: testCode },
    {
      path: String.raw`^api/(routes|server)/|^api/(app|main)\.ts$|node_modules/(hono|@hono)/|^(node:)?https?2?$`,
    },
  ),
  rule(
    'routes-import-no-database',
    'A route validates, calls a service and answers. It may name the handle that it passes on, with `import type`.',
    { path: '^api/routes/', pathNot: testCode },
    { path: database, pathNot: String.raw`^api/db/errors\.ts$`, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'database-imports-nothing-above',
    'api/db knows tables and roles. What asks for them stands above.',
    { path: '^api/db/', pathNot: testCode },
    { path: String.raw`^api/(routes|services|server|mail)/|^api/(app|main)\.ts$` },
  ),
  rule(
    'nothing-imports-main',
    'A main.ts starts to work when it is loaded. Import what it puts together instead.',
    { path: '.+' },
    { path: String.raw`^api/(cli/)?main\.ts$` },
  ),
  rule('no-cycles', 'In a cycle no module can be read, tested or loaded before the other.', {}, { circular: true }),
  rule(
    'no-barrels',
    'A file that passes on what others export hides where things are and loads what nobody asked for.',
    { path: `${layers}|^scripts/` },
    { dependencyTypes: ['export'] },
  ),
  rule(
    'layers-import-no-tools',
    'scripts/, tests/ and bench/ work on the layers from outside. A room must not need its own scaffolding.',
    { path: layers, pathNot: testCode },
    { path: '^(scripts|tests|bench)/' },
  ),
  rule(
    'tests-import-only-in-tests',
    'A test, or a fixture made for tests, must never run in production.',
    { path: `${layers}|^scripts/`, pathNot: testCode },
    { path: testCode },
  ),
  rule(
    'production-code-needs-production-packages',
    'npm ci --omit=dev leaves devDependencies out. What builds, starts or runs the site must do without them.',
    { path: `${layers}|${shippedScripts}`, pathNot: testCode },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
  ),
  rule(
    'packages-are-listed',
    'A package that package.json does not list is there by accident and may be gone tomorrow.',
    {},
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  rule(
    'imports-resolve',
    'An import that cannot be resolved cannot be checked.',
    {},
    // React Router writes the types of a route into .react-router/, beside no source file; Vite plugins make virtual modules.
    { couldNotResolve: true, pathNot: String.raw`\./\+types/|^virtual:` },
  ),
];

export const cruiseOptions: ICruiseOptions = {
  // TypeScript 7 has no API that dependency-cruiser can use; with any other parser it reads no module at all.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: String.raw`^(build|data|\.react-router)/` },
  enhancedResolveOptions: {
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'types', 'default'],
  },
};
