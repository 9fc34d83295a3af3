interface ImportMetaEnv {
  readonly VITE_SITE_URL?: string;
  readonly VITE_BUILD_YEAR?: string;
  /** Whether public forms deliver: `deliver` or `off`. */
  readonly VITE_LEADS?: string;
}

declare module 'virtual:public-entry' {
  /** URLs of app/marketing/islands/entry.ts and of the chunks that it imports, as built (scripts/build/public-pages-plugin.ts). */
  export const entry: string;
  export const imports: string[];
}
