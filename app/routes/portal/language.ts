import { english } from '#app/lib/english.ts';
import { common } from '#content/portal/en/common.ts';
import { roles } from '#content/portal/en/roles.ts';
import { shell } from '#content/portal/en/shell.ts';

/** The portal's language, chosen here: what all screens share. A screen's own copy is in its route, whose chunk contains it. */
export const language = { lang: 'en', formats: english, common, roles, shell };
