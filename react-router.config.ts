import type { Config } from '@react-router/dev/config';
import { buildFolder } from './scripts/build/build-folder.ts';
import { parentPages } from './scripts/build/parent-pages.ts';

export default {
  appDirectory: 'main/web',
  buildDirectory: buildFolder,
  // Pages are rendered at build; the development server renders them on demand, those of unknown paths too.
  ssr: process.env.NODE_ENV === 'development',
  // The list of tickets is also the document of each ticket; the server sends /404 for unknown paths, and the portal's own in the portal.
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), ...parentPages, '/404', '/customer-portal/404'],
  // Portal and sign-in are small: their routes are known from the start, as they are where nothing is rendered on demand.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
