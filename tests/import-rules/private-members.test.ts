import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Names by which React Router, React and Vite mark what is not for us. They may change in any release. */
const privateName =
  /UNSAFE_\w+|unstable_\w+|__reactRouter\w*|_internal\w+|__SECRET\w+|__REACT\w+|__vite\w+|@react-router\/dev\/dist/g;

/** What a library's own documentation tells its users to write, with the place that says so. */
const documented: Record<string, string> = {
  // Vite, guide « Backend Integration »: the preamble of documents that Vite does not render, in development only.
  'main/web/islands/development.ts': '__vite_plugin_react_preamble_installed__',
};

const privateNamesIn = (source: string) => source.match(privateName) ?? [];

test('no private member of a library is used in the browser or in the build', () => {
  const files = globSync(['app/**/*.{ts,tsx}', 'scripts/build/**/*.ts', '*.config.ts']);
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    privateNamesIn(readFileSync(file, 'utf8'))
      .filter((name) => documented[file.replaceAll('\\', '/')] !== name)
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('such a member is noticed', () => {
  for (const source of [
    "import { UNSAFE_withComponentProps } from 'react-router';",
    'window.__reactRouterContext = {};',
    'router._internalSetRoutes([]);',
  ]) {
    expect(privateNamesIn(source)).toHaveLength(1);
  }
});
