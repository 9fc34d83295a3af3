export { common } from '#content/portal/fr/common.ts';
export { roles } from '#content/portal/fr/roles.ts';
export { shell } from '#content/portal/fr/shell.ts';
