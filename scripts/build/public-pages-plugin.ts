import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const entrySource = resolve(import.meta.dirname, '../../main/web/islands/entry.ts');
const virtualModule = 'virtual:public-entry';
const isPublicRoute = (id: string) => /[\\/]main[\\/]web[\\/]routes[\\/]marketing[\\/][^?]+\.tsx$/.test(id);

/** Public pages are documents: React Router renders them, and the browser gets main/web/islands/entry.ts instead of its client. */
export const publicPages = (): Plugin[] => {
  let isBuild = false;
  let built = { entry: '', imports: [] as string[] };
  return [
    {
      // React Router sets the inputs of the client build; one more chunk is emitted beside them.
      name: 'public-entry',
      configResolved(config) {
        isBuild = config.command === 'build';
      },
      buildStart() {
        if (isBuild && this.environment.name === 'client')
          this.emitFile({ type: 'chunk', id: entrySource, name: 'public' });
      },
      generateBundle(_, bundle) {
        if (this.environment.name !== 'client') return;
        const chunk = Object.values(bundle).find(
          (file) =>
            file.type === 'chunk' && file.facadeModuleId?.replaceAll('\\', '/') === entrySource.replaceAll('\\', '/'),
        );
        if (chunk?.type !== 'chunk') throw new Error('the entry of public pages was not built');
        built = { entry: `/${chunk.fileName}`, imports: chunk.imports.map((file) => `/${file}`) };
      },
      resolveId: (id) => (id === virtualModule ? `\0${virtualModule}` : undefined),
      // The browser is built before the pages are rendered; in the browser itself nothing asks for these.
      load(id) {
        if (id !== `\0${virtualModule}`) return undefined;
        const { entry, imports } = isBuild ? built : { entry: '/main/web/islands/entry.ts', imports: [] };
        return `export const entry = ${JSON.stringify(entry)}; export const imports = ${JSON.stringify(imports)};`;
      },
    },
    {
      // The browser never renders a public route, so nothing of it is bundled for the browser.
      name: 'public-routes-without-client',
      apply: 'build',
      enforce: 'pre',
      applyToEnvironment: ({ name }) => name === 'client',
      load: (id) =>
        isPublicRoute(id)
          ? 'export default () => null; export const handle = {}; export const links = () => [];'
          : undefined,
    },
    {
      name: 'reload-public-pages',
      apply: 'serve',
      hotUpdate({ server, file }) {
        if (this.environment.name !== 'ssr' || !/[\\/](app|content|modules|web)[\\/]/.test(file)) return;
        // After this hook Vite forgets the old module; a page that reloads before would get it once more.
        setTimeout(() => server.environments.client.hot.send('public-pages:changed'), 100);
      },
    },
  ];
};
