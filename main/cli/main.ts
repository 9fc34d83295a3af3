import { requireCompanyFile } from '#api/lib/company.ts';
import { requireDatabaseUrl } from '#api/lib/database-settings.ts';
import { processEnvironment, readSettings } from '#api/lib/env.ts';
import { openForOperator } from '#api/db/operator-database.ts';
import { createOutput } from './output.ts';
import { run } from './run.ts';

// The reader may close the pipe early: `npm run portal -- users list | head`.
process.stdout.on('error', () => process.exit(0));

// The command line signs no sessions.
const settings = () => {
  requireCompanyFile();
  return readSettings(undefined, { needsSecret: false });
};

process.exitCode = await run(process.argv.slice(2), {
  settings,
  open: async (needed) => {
    const configured = settings();
    requireDatabaseUrl(processEnvironment);
    return openForOperator(configured, needed);
  },
  output: createOutput(process.stdout, process.stderr),
});
