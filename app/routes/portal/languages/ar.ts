export { common } from '#content/portal/ar/common.ts';
export { roles } from '#content/portal/ar/roles.ts';
export { shell } from '#content/portal/ar/shell.ts';
