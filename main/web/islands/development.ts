/**
 * Development only: what Vite's "Backend Integration" guide requires of documents that Vite does
 * not render. React Router does it for the portal's documents.
 */
Object.assign(window, {
  $RefreshReg$: () => {},
  $RefreshSig$: () => (type: unknown) => type,
  __vite_plugin_react_preamble_installed__: true,
});
import.meta.hot?.on('public-pages:changed', () => location.reload());
