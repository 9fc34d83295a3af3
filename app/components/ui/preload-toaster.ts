/** Called when a form gets the focus, so that its toast no longer depends on the network. A failed fetch is tried again by the toast. */
export const preloadToaster = () => void import('./toaster.tsx').catch(() => {});
