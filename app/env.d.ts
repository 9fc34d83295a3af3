interface ImportMetaEnv {
  readonly VITE_SITE_URL?: string;
  readonly VITE_BUILD_YEAR?: string;
  /** Absent unless LEADS=deliver and BOOKING=on. */
  readonly VITE_LEADS?: 'deliver';
  readonly VITE_BOOKING?: 'on';
}

declare module 'virtual:public-entry' {
  /** URLs of main/web/islands/entry.ts and of the chunks that it imports, as built (scripts/build/public-pages-plugin.ts). */
  export const entry: string;
  export const imports: string[];
}
