import type { Config } from '@react-router/dev/config';

export default {
  // Pages are rendered at build; the development server renders them on demand, those of unknown paths too.
  ssr: process.env.NODE_ENV === 'development',
  // Every route but the splats has a static path; /404 is what the server answers unknown paths with.
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), '/404'],
  // Portal and sign-in are small: their routes are known from the start, as they are where nothing is rendered on demand.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
