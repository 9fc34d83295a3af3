import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { noBreaks } from './scripts/build/no-breaks.ts';
import { publicPages } from './scripts/build/public-pages-plugin.ts';
import { weighModules } from './scripts/build/weigh-site.ts';
import { defineConfig } from 'vite';

const ours = (...paths: string[]) =>
  new RegExp(String.raw`[\\/](?:${paths.join('|').replaceAll('/', String.raw`[\\/]`)})\.`);
const packages = (names: string) =>
  new RegExp(String.raw`node_modules[\\/](?:${names.replaceAll('/', String.raw`[\\/]`)})[\\/]`);

// Shared by the islands of public pages and the portal. Its modules must not have side effects.
const ui = ours(
  'app/components/ui/(?:badge|button|class-names|icon|script-notice)',
  'app/components/layout/(?:error-screen|hydrate|toast-outlet)',
  'app/lib/(?:api-client|toast|use-hydrated)',
  'content/pages/error',
);
// Shared by sign-in and the portal. No routes, here and below: a route in a group would become one more file.
const account = ours(
  'app/components/layout/(?:logo|print-head)',
  'app/components/ui/(?:parts|spinner|tabs)',
  'app/features/auth/(?:auth|return-path)',
  // Copy and formats: sign-in must not load the queries of `portal-shared` for them.
  'app/lib/(?:copy|formats|language|portal-context|required-context)',
  'main/web/routes/portal/(?:contact|language|lazy-language|portal-tabs)',
  'app/styles/portal',
  'content/(?:plural|site)',
  'contract/(?:languages|limits|money|roles|ticket-states)',
);
// Shared by every screen that reads data.
const portal = ours(
  'app/components/figures/bricks',
  'app/components/ui/(?:brick-picture|bring-into-view|fact|panel|truncated-text)',
  'app/components/data-list/(?:compact-select|list-states|lists-copy)',
  'app/features/overview/customer-access',
  // Keys and drafts are also the desk's: in `records`, they would bring the portal's lists along.
  'app/lib/(?:chart-scale|idempotency-key|query-client|record-paths|reply-draft|stored)',
);
// Infinite queries are those of lists, mutations the conversation's.
const mutations = /node_modules[\\/]@tanstack[\\/].*(?:mutationObserver|useMutation)\./;
const infinite = /node_modules[\\/]@tanstack[\\/].*(?:infiniteQueryObserver|useInfiniteQuery)\./;
const rows = ours('app/components/data-list/use-rows', 'app/lib/use-preloaded');
const queries = packages('@tanstack(?!.*(?:infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation))');
// Shared by a ticket's page in the portal and the one at the desk, whose additions only staff load.
const conversation = ours('app/components/(?:conversation|files)/[\\w-]+');
// The table, its search, its file and its sheet of paper, without what is around them in the portal: the desk has its own filters.
const table = ours(
  'app/components/data-list/(?:columns|csv-file|list-actions|list-printing|list-view|lists-copy|print-sheet|record-table|search-field|totals|use-virtual-rows)',
  // Beside a ticket and in the queue, which have a table's badges.
  'app/components/figures/bricks-left',
  'contract/record-(?:description|lists)',
);
// Shared by the screens of the staff's desk, and by nothing else.
const desk = ours(
  'app/desk/components/[a-z-]+',
  'app/desk/records/record-columns',
  'app/desk/shell/(?:command-palette|shell)',
  'main/web/routes/desk/language',
  'app/desk/tickets/(?:sla|ticket-change|ticket-query|use-viewing|viewers)',
  'contract/staff',
);
// Without what is loaded after the list of tickets, such as the dialog with the select of radix, and a ticket's page.
const records =
  /[\\/]app[\\/](?:components[\\/]data-list|features[\\/](?:records|tickets))[\\/](?!new-ticket-dialog|support-figures|record-page|how-to-pay|statement-page|conversation[\\/])/;

// The chunks of every page that React renders as a whole.
const loaded = /[\\/](?:account|preload|rolldown-runtime|router|ui|vendor)-[\w-]{8}\.js$/;

export default defineConfig({
  plugins: [
    noBreaks(),
    publicPages(),
    // Vite minifies; its own optimiser would resolve light-dark() at :root, where a ground cannot change it.
    tailwindcss({ optimize: false }),
    reactRouter(),
    weighModules(),
    babel({ plugins: ['babel-plugin-react-compiler'] }),
  ],
  build: {
    modulePreload: {
      polyfill: false,
      // Each name in a list of preloads costs 20 bytes. What a page of React has loaded anyway, and a chunk that needs no other, are left out.
      resolveDependencies: (_file, needed, { hostId }) => {
        const others = hostId.includes('public-') ? needed : needed.filter((file) => !loaded.test(file));
        return others.length > 1 ? others : [];
      },
    },
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
  },
  // Otherwise the development server finds them one by one, and reloads the page each time.
  optimizeDeps: {
    include: ['react-dom/client', ...['dialog', 'select', 'toast'].map((name) => `@radix-ui/react-${name}`)],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Otherwise content/site.ts, whose texts name the company, is loaded as a whole where its name is shown.
          treeshake: {
            propertyReadSideEffects: false,
            // Nothing of ours is imported for its effects alone. React is CommonJS, so a component that is not used would stay otherwise.
            moduleSideEffects: [
              { test: /[\\/](?:app|content|contract|modules|main[\\/]web)[\\/].*\.tsx?$/, sideEffects: false },
            ],
          },
          output: {
            // Few files, each cached for long.
            codeSplitting: {
              groups: [
                // The helper behind import(), which every kind of page has.
                { name: 'preload', test: /vite[\\/]preload-helper/, priority: 7 },
                { name: 'vendor', test: packages('react|react-dom|scheduler'), priority: 6 },
                { name: 'router', test: packages('react-router'), priority: 6 },
                { name: 'ui', test: ui, priority: 5 },
                // Not in `ui`: the portal's first screen has no form. With what two forms share, which is too little for a chunk.
                {
                  name: 'fields',
                  test: ours('app/components/ui/field', 'app/lib/form-text', 'contract/notifications'),
                  priority: 5,
                },
                // Before the languages, each of which would take the formats along.
                { name: 'account', test: account, priority: 5.5 },
                // What portal and desk share: the desk does not load the portal's texts for it.
                { name: 'french', test: ours('app/lib/french', 'content/portal/fr/shared-errors'), priority: 4 },
                // The texts around every screen: one file for each language, of which a reader loads one.
                ...[
                  ['en', 'english'],
                  ['fr', 'french'],
                  ['ar', 'arabic'],
                ].map(([code, formats]) => ({
                  name: `copy-${code}`,
                  test: ours(`app/lib/${formats}`, `content/portal/${code}/(?:errors|phrases|shell)`),
                  priority: 4,
                })),
                // What every screen of the desk says.
                ...['fr', 'en'].map((code) => ({
                  name: `desk-copy-${code}`,
                  test: ours(`content/desk/${code}/(?:desk|lists|queue|records|statuses|work)`),
                  priority: 4,
                })),
                { name: 'portal-shared', test: (id) => portal.test(id) || queries.test(id), priority: 4 },
                { name: 'rows', test: (id) => rows.test(id) || infinite.test(id), priority: 4 },
                { name: 'table', test: table, priority: 2 },
                // Toasts, which public pages show too, must not bring the portal's dialogs along.
                {
                  name: 'radix',
                  test: packages('@radix-ui/react-(?!dialog|select|popper|focus)[\\w-]+'),
                  minShareCount: 2,
                  priority: 3,
                },
                // Forms of accounts: sign-in, invitations, security and people.
                {
                  name: 'notice',
                  test: ours(
                    'app/components/ui/(?:notice|credential-fields)',
                    'app/features/auth/auth-copy',
                    'app/lib/passkeys',
                  ),
                  priority: 2,
                },
                { name: 'sign-in', test: ours('app/features/auth/(?:auth-form|sign-in)'), priority: 2 },
                // What few users of the portal see.
                {
                  name: 'roles',
                  test: ours(
                    'app/features/(?:people/(?:not-in-role|people-(?:copy|query))|viewing/viewing-banner)',
                    'main/web/routes/portal/(?:customer-switcher|exceptions)',
                  ),
                  priority: 2,
                },
                // What is loaded after a screen, to choose another language.
                {
                  name: 'language',
                  test: ours(
                    'app/components/layout/language-switch',
                    'app/features/auth/stored-language',
                    'main/web/routes/portal/portal-language',
                    'content/portal/language-offers',
                  ),
                  priority: 2,
                },
                { name: 'dialog', test: ours('app/components/ui/dialog'), priority: 2 },
                { name: 'account-section', test: ours('app/components/account/(?!confirmation)[\\w-]+'), priority: 2 },
                {
                  name: 'copy',
                  test: ours('app/components/ui/copy-button', 'app/lib/download', 'contract/csv'),
                  priority: 3,
                },
                { name: 'records', test: records, priority: 1 },
                // A group takes what its modules import along: what public pages use must be in another one.
                { name: 'modal', test: ours('app/components/ui/modal'), priority: 2 },
                // The desk shows the description of a ticket before its conversation.
                { name: 'markdown', test: ours('app/components/ui/markdown', 'contract/markdown'), priority: 1 },
                { name: 'conversation', test: (id) => conversation.test(id) || mutations.test(id), priority: 0 },
                { name: 'desk', test: desk, priority: 0 },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    proxy: { '/api': `http://127.0.0.1:${process.env.API_PORT ?? '3001'}` },
  },
});
