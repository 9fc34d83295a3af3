import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { weighModules } from './scripts/build/weigh-modules.ts';
import { defineConfig, type Plugin } from 'vite';

// What several of the portal's chunks use must not ride along with what public pages share.
const portalOnly =
  /[\\/]app[\\/](?:routes[\\/]portal|components[\\/]records|features[\\/](?:auth|overview|invoices|contracts|payments|licenses|security|tickets)|lib[\\/](?:api-client|formats|query-client)\.|components[\\/]ui[\\/](?:code-field|copy-button|dialog|full-text|password-field|progress-bar|select|spinner|tabs)\.)/;

/** React Router prerenders; in the browser our own router of a few kilobytes takes its place (docs/decisions/008-client-router.md). */
const ownRouter: Plugin = {
  name: 'own-router',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'react-router' && importer && /[\\/]app[\\/]/.test(importer)
      ? join(import.meta.dirname, 'app/lib/router/bare-components.ts')
      : undefined,
};

export default defineConfig({
  plugins: [
    ownRouter,
    tailwindcss(),
    reactRouter(),
    weighModules(),
    babel({ plugins: ['babel-plugin-react-compiler'] }),
  ],
  build: { modulePreload: { polyfill: false } },
  environments: {
    // Left outside, the development server would fetch it without asking `ownRouter`.
    ssr: { resolve: { noExternal: ['react-router'] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files, each cached for long: what every page needs, and what most pages share.
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
                {
                  name: 'site',
                  test: (id) => /[\\/](app|content)[\\/]/.test(id) && !portalOnly.test(id),
                  minShareCount: 2,
                  priority: 1,
                },
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
