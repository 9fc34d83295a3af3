// Replaced by the bundle (scripts/build/build-api.ts); in development nothing defines them.
declare const bundledVersion: string | undefined;
declare const bundledCommit: string | undefined;

/** The version in package.json at the time of the build. */
export const version = typeof bundledVersion === 'string' ? bundledVersion : 'development';
/** The commit that was built; empty where the build does not know it. */
export const commit = typeof bundledCommit === 'string' ? bundledCommit : '';
