/**
 * Only in development, before the entry: what Vite's guide « Backend Integration » asks of documents that Vite itself does
 * not render. React Router's portal documents set it by themselves.
 */
Object.assign(window, {
  $RefreshReg$: () => {},
  $RefreshSig$: () => (type: unknown) => type,
  __vite_plugin_react_preamble_installed__: true,
});
import.meta.hot?.on('public-pages:changed', () => location.reload());
