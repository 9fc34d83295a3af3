import type { Config } from '@react-router/dev/config';

export default {
  ssr: false,
  // Every route but the splat has a static path; /404 is what the server answers unknown paths with.
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), '/404'],
} satisfies Config;
