/** Checks every import of the repository against the rules below, which docs/architecture.md explains. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type IRegularForbiddenRuleType, type IViolation } from 'dependency-cruiser';

const layers = '^(content|contract|app|api|modules|main)/';
const browser = '^(app|main/web|modules/[^/]+/(desk|portal|shared|site))/';
const server = '^(api|main/(?!web/).+|modules/[^/]+/server)/|^main/[^/]+$';
const copy = '^content/|^modules/[^/]+/copy/';
// Never runs in production.
const testCode = String.raw`\.test\.tsx?$|^tests/`;
const shippedScripts = String.raw`^scripts/(build/|content-lint/|start\.|dev\.|lib/(processes|restart-on-change)\.)`;
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

export const moduleNames = readdirSync(join(import.meta.dirname, '../../modules'));

/** What a module may import of others. */
const moduleUses: Record<string, string[]> = {
  appointments: ['leads/server/(judge-lead|proofs|submit-lead|visitor-limits)[.]ts$'],
  integrations: ['invoicing/contract/', 'invoicing/server/read/import-document[.]ts$'],
  invoicing: ['bank/server/bank-accounts[.]ts$'],
  newsletter: ['leads/server/(judge-lead|proofs|visitor-limits)[.]ts$'],
  reminders: ['bank/server/bank-accounts[.]ts$'],
};

/** tests/import-rules seeds a violation of each. */
export const importRules = [
  rule(
    'content-is-a-leaf',
    'content/ is data. It must stay readable and movable without the code around it.',
    { path: '^content/' },
    { path: '^(contract|app|api|modules|main|scripts|tests|bench)/' },
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
    'contract/ is shared by server and browser, so its imports would have to run on both sides.',
    { path: '^contract/' },
    { path: '^(content|app|api|modules|main|scripts|tests|bench)/' },
  ),
  rule(
    'components-import-no-content',
    'A module that reads copy can show only that copy, in one language. Routes hand it in; `import type` gives its shape.',
    {
      path: '^(app/(components|desk|features|lib|marketing)|modules/[^/]+/(desk|portal|shared|site))/',
      pathNot: [
        testCode,
        '^app/marketing/islands/',
        String.raw`^modules/.+-(route\.tsx|copy\.ts)$|^modules/[^/]+/site/`,
      ],
    },
    { path: copy, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'components-import-no-features',
    'A component is used by any feature and any route, so it depends on none.',
    { path: '^app/components/' },
    { path: '^app/(desk|features|marketing)/' },
  ),
  rule(
    'no-cross-feature-imports',
    'A feature of the portal, the desk and the public site can each be read, changed and removed alone. Shared code belongs in components/ or lib/.',
    { path: '^app/(features/[^/]+|desk|marketing)/' },
    { path: '^app/(desk|features|marketing)/', pathNot: '^app/$1/' },
  ),
  rule(
    'lib-imports-nothing',
    'Everything in app/ depends on lib/, so lib/ depends on nothing else in app/.',
    { path: '^app/lib/' },
    { path: '^app/(components|desk|features|marketing)/' },
  ),
  rule(
    'app-imports-api-types-only',
    'The browser must never load the server. Only its types cross, with `import type`.',
    { path: browser },
    { path: server, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'api-imports-no-app',
    'The server must start and be tested without the browser’s code.',
    { path: server },
    { path: browser },
  ),
  rule(
    'api-imports-no-content',
    'Pages are prerendered, so the server needs no copy but the company’s facts (content/site.ts), and the fields and choices of public forms, which its mails name.',
    { path: server },
    {
      path: copy,
      pathNot: String.raw`^content/(site|facts|form-choices|schema/site)\.ts$|^modules/leads/copy/fields\.(fr|en)\.ts$`,
    },
  ),
  rule(
    'company-facts-in-one-module',
    'The server knows the company’s name and postal address through api/lib/company.ts alone. Anything more would be copy.',
    { path: server, pathNot: String.raw`^(api/lib/company|main/server/site/fill-facts)\.ts$` },
    { path: String.raw`^content/(site|facts|schema/site)\.ts$` },
  ),
  rule(
    'services-import-no-http',
    'Services, mails and commands also run without a request. HTTP belongs in api/routes.',
    {
      path: '^(api/(documents|services|mail)|main/(admin|cli)|modules/[^/]+/server)/',
      pathNot: [testCode, '^modules/[^/]+/server/routes/'],
    },
    {
      path: String.raw`^(api/routes|main/server|modules/[^/]+/server/routes)/|^main/(app|main)\.ts$|node_modules/(hono|@hono)/|^(node:)?https?2?$`,
    },
  ),
  rule(
    'routes-import-no-database',
    'A route validates, calls a service and responds. It may import the type of the database handle that it passes on.',
    { path: '^(api|modules/[^/]+/server)/routes/', pathNot: testCode },
    { path: database, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'api-lib-imports-nothing',
    'Everything on the server depends on api/lib, so it depends on nothing else there.',
    { path: '^api/lib/', pathNot: testCode },
    { path: '^api/', pathNot: '^api/lib/' },
  ),
  rule(
    'database-imports-nothing-above',
    'api/db is the lowest layer of the server: tables and roles only.',
    { path: '^api/db/', pathNot: testCode },
    { path: '^api/(routes|services|mail)/' },
  ),
  rule(
    'ground-imports-no-composition',
    'main/ puts the product together and operates it. What it stands on must be readable, testable and replaceable without it.',
    { path: '^(content|contract|app|api|modules)/', pathNot: testCode },
    { path: '^main/' },
  ),
  rule(
    'ground-imports-no-modules',
    'A module can be removed. What the ground needs of one is a slot that main/ fills.',
    { path: '^(content|contract|app|api)/', pathNot: testCode },
    { path: '^modules/' },
  ),
  rule(
    'module-contracts-are-leaves',
    'A module’s contract is shared by its server, its screens and other modules.',
    { path: '^modules/[^/]+/contract/' },
    { path: '^(content|app|api)/|^modules/[^/]+/(?!contract/)' },
  ),
  rule(
    'module-copy-is-data',
    'Copy of a module must stay readable without the code around it.',
    { path: '^modules/[^/]+/copy/' },
    { path: '^(app|api)/|^modules/[^/]+/(?!copy/|contract/)' },
  ),
  ...moduleNames.map((name) =>
    rule(
      `${name}-imports-declared-modules`,
      'A module that imports another one cannot be read or removed without it.',
      { path: `^modules/${name}/`, pathNot: testCode },
      { path: `^modules/(?!${name}/)`, pathNot: (moduleUses[name] ?? []).map((file) => `^modules/${file}`) },
    ),
  ),
  rule(
    'auth-core-imports-no-sessions',
    'api/auth is read in order: core, session, credentials, account. Each folder imports only those before it.',
    { path: '^api/auth/core/', pathNot: testCode },
    { path: '^api/auth/(session|credentials|account)/' },
  ),
  rule(
    'auth-sessions-import-no-credentials',
    'Sessions exist however the user signed in, so they know no credential.',
    { path: '^api/auth/session/', pathNot: testCode },
    { path: '^api/auth/(credentials|account)/' },
  ),
  rule(
    'auth-credentials-import-no-account',
    'Credentials work the same whether the user signed up or was invited.',
    { path: '^api/auth/credentials/', pathNot: testCode },
    { path: '^api/auth/account/' },
  ),
  rule(
    'nothing-imports-main',
    'A main.ts has side effects when it is loaded. Import its parts instead.',
    { path: '.+' },
    { path: String.raw`^main/(cli/)?main\.ts$` },
  ),
  rule('no-cycles', 'In a cycle no module can be read, tested or loaded before the others.', {}, { circular: true }),
  rule(
    'no-barrels',
    'A file that re-exports hides where things are and loads modules that nobody imported.',
    { path: `${layers}|^scripts/` },
    { dependencyTypes: ['export'] },
  ),
  rule(
    'layers-import-no-tools',
    'scripts/, tests/ and bench/ are tools. Product code must not depend on them.',
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
    'npm ci --omit=dev leaves devDependencies out. Building, starting and running the site must work without them.',
    { path: `${layers}|${shippedScripts}`, pathNot: testCode },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
  ),
  rule(
    'packages-are-listed',
    'A package that package.json does not list is a transitive dependency and may disappear.',
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

const folders = ['content', 'contract', 'app', 'api', 'modules', 'main', 'scripts', 'tests', 'bench'];

export interface CheckedImports {
  /** Our own modules that were read, without packages. */
  modules: string[];
  violations: IViolation[];
}

export async function checkImports(root: string): Promise<CheckedImports> {
  const { output } = await cruise(
    folders.filter((folder) => existsSync(join(root, folder))),
    { ...cruiseOptions, baseDir: root, validate: true, ruleSet: { forbidden: importRules } },
  );
  if (typeof output === 'string') throw new Error(`dependency-cruiser failed: ${output}`);
  const modules = output.modules.map((module) => module.source).filter((source) => !source.includes('node_modules'));
  return { modules, violations: output.summary.violations };
}

if (import.meta.main) {
  const { modules, violations } = await checkImports(process.cwd());
  for (const { rule: violated, from, to, cycle } of violations) {
    const path = cycle === undefined ? to : cycle.map((step) => step.name).join(' → ');
    const reason = importRules.find(({ name }) => name === violated.name)?.comment ?? '';
    console.error(`${from} → ${path}\n  ${violated.name}: ${reason}\n`);
  }
  for (const layer of ['content', 'app', 'api', 'modules', 'main']) {
    // A parser that cannot read TypeScript reads no module and finds no violation.
    if (modules.some((module) => module.startsWith(`${layer}/`))) continue;
    console.error(`No module of ${layer}/ was read: this check would always pass.`);
    process.exitCode = 1;
  }
  if (violations.length > 0) process.exitCode = 1;
  console.log(`${modules.length} modules, ${importRules.length} rules, ${violations.length} violations.`);
}
