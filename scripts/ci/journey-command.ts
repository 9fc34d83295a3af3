import { deliverBuildNames, deliverSettings } from './deliver-build.ts';

/** The command that runs one journey alone, on the build that is there. */
export function journeyCommand(file: string, line: number, project: string): string {
  const build = deliverBuildNames.find((name) => project === name || project.startsWith(`${name}-`));
  const settings = { TESTS: 'all', ...(build && deliverSettings(build)) };
  const environment = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return `${environment.join(' ')} npx playwright test ${file}:${line} --project=${project}`;
}
