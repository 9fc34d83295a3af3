// Loaded into each of Vitest's worker processes: when Vitest is killed, its channel closes, and the worker must not test on.
process.once('disconnect', () => process.exit(1));
