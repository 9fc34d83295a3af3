import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

// What several of the portal's chunks use must not ride along with what public pages share.
const portalOnly =
  /[\\/]app[\\/](?:routes[\\/]portal|components[\\/]records|features[\\/](?:auth|overview|invoices|contracts|payments|licenses|tickets)|lib[\\/](?:api-client|formats|query-client)\.|components[\\/]ui[\\/](?:copy-button|dialog|full-text|progress-bar|select|spinner|tabs)\.)/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), babel({ plugins: ['babel-plugin-react-compiler'] })],
  build: { modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files, each cached for long: what every page needs, and what most pages share.
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
                {
                  name: 'site',
                  test: (id) => /[\\/](app|content)[\\/]/.test(id) && !portalOnly.test(id),
                  minShareCount: 3,
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
