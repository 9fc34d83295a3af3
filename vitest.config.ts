import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{content,contract,app,api,scripts,siege,tests/arrows}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Databases open and migrations run inside tests, on machines that are shared and slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
