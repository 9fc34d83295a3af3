/** How an operator calls the command line: an installation has the bundle and packaging/rempart-azur, a checkout has npm. */
export const program = import.meta.filename.endsWith('.ts') ? 'npm run portal --' : 'rempart-azur';
