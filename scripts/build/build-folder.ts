/** Where a build is: `build/`, or the folder of a build with other settings, such as the one of tests/e2e/deliver/. */
export const buildFolder = process.env.BUILD_FOLDER || 'build';
