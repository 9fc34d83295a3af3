export { common } from '#content/portal/en/common.ts';
export { roles } from '#content/portal/en/roles.ts';
export { shell } from '#content/portal/en/shell.ts';
