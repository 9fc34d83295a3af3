import { maintenancePage } from '../../admin/nginx/maintenance-page.ts';
import { nginxConfiguration } from '../../admin/nginx/nginx-configuration.ts';
import { type Command, UsageError, json } from '../command.ts';
import { runDoctor } from '../../admin/doctor/doctor.ts';
import type { Finding } from '../../admin/doctor/finding.ts';
import { email as emailSchema } from '#contract/fields.ts';
import { plainText, printList } from '../output.ts';
import { company, companyFileProblems, facts, factsFile, missing, unfilled } from '#api/lib/company.ts';
import { showSettings } from '#api/lib/show-settings.ts';
import { checkNames, installationCheckNames } from '#contract/checks.ts';
import { OperatorError } from '#api/lib/errors.ts';

const width = Math.max(...[...checkNames, ...installationCheckNames].map(({ length }) => length));

function describeFinding({ check, state, what, remedy }: Finding): string[] {
  const line = `${state.padEnd(8)} ${check.padEnd(width)}  ${plainText(what)}`;
  return remedy === undefined ? [line] : [line, `${' '.repeat(width + 11)}-> ${plainText(remedy)}`];
}

/** Names and values of a nested object: `publisher.insurance.insurer`. */
const listFacts = (value: object, prefix = ''): [string, string][] =>
  Object.entries(value).flatMap(([name, one]: [string, object | string | number | boolean | null | undefined]) => {
    if (one === undefined || one === null) return [];
    const path = `${prefix}${name}`;
    return typeof one === 'object' ? listFacts(one, `${path}.`) : [[path, String(one)]];
  });

/** Where node took the settings from: packaging/rempart-azur has it on node's command line. */
const environmentFile = () =>
  process.execArgv.find((one) => one.startsWith('--env-file='))?.slice('--env-file='.length);

export const installationCommands: readonly Command[] = [
  {
    name: 'doctor',
    summary: 'Check settings, files, database, mail, clock, TLS and proxy, and say what to do',
    options: { mail: { value: 'email', about: 'send a test mail to this email address' }, json },
    notes: [
      'Changes nothing, and works while the database is down. It requests SITE_URL as a visitor does. "unknown" is not set up, or',
      'could not be asked. The exit code is 1 if something fails.',
    ],
    async runOffline({ environment, open, output, options }) {
      const mailTo = options.get('mail');
      if (mailTo !== undefined && !emailSchema.safeParse(mailTo).success)
        throw new UsageError(`--mail is "${mailTo}", but must be an email address`);
      const progress = output.progress('Checking');
      const request = { environment, open, mailTo, environmentFile: environmentFile(), onStep: progress.show };
      const findings = await runDoctor(request).finally(progress.clear);
      if (options.hasFlag('json')) output.out(JSON.stringify(findings));
      else findings.flatMap(describeFinding).forEach(output.out);
      const failed = findings.filter(({ state }) => state === 'failing').length;
      if (!options.hasFlag('json')) output.out(failed === 0 ? 'Nothing fails.' : `${failed} to repair.`);
      return failed === 0 ? 0 : 1;
    },
  },
  {
    name: 'settings',
    summary: 'Show all settings, without secrets',
    options: { json, set: { about: 'only those that are set' } },
    async runOffline(context) {
      const all = showSettings(context.environment);
      const shown = context.options.hasFlag('set') ? all.filter(({ isSet }) => isSet) : all;
      printList(context, shown, 'Nothing is set.', ({ name, value, isSet }) => ({ setting: name, value, set: isSet }));
    },
  },
  {
    name: 'company',
    summary: 'Show the facts of the company, and what is wrong or missing in COMPANY_FILE',
    options: { json, check: { about: 'only what is wrong or missing' } },
    notes: ['Changes nothing. The exit code is 1 if the server could not start with an https SITE_URL.'],
    runOffline({ output, options }) {
      const known = companyFileProblems.length > 0 || options.hasFlag('check') ? [] : listFacts({ company, ...facts });
      if (options.hasFlag('json')) {
        const found = { problems: companyFileProblems, required: missing, unknown: unfilled };
        output.out(JSON.stringify({ facts: Object.fromEntries(known), ...found }));
      } else {
        for (const [name, value] of known) output.out(plainText(`${name}: ${value}`));
        for (const problem of companyFileProblems) output.err(plainText(`Error: ${problem}.`));
        const others = unfilled.filter((name) => !missing.includes(name));
        if (companyFileProblems.length > 0) output.err(`The file is ${factsFile}.`);
        else {
          if (others.length > 0) output.out(`Not filled in: ${others.join(', ')}.`);
          if (missing.length > 0) output.err(`Error: required by law, and not filled in: ${missing.join(', ')}.`);
          else output.out('Everything that the law requires of a public site is filled in.');
        }
      }
      return Promise.resolve(companyFileProblems.length + missing.length === 0 ? 0 : 1);
    },
  },
  {
    name: 'nginx',
    summary: 'Print the configuration of nginx for this site',
    options: {
      'without-certificate': { about: 'for the time before there is one: what a certificate authority needs' },
      'maintenance-page': { about: 'print the page that nginx shows while no instance answers' },
    },
    notes: ['It follows from SITE_URL and UPSTREAMS. The package installs it: /usr/lib/rempart-azur/configure-nginx.'],
    async runOffline({ settings: { siteUrl, isSiteUrlGiven, upstreams }, output, options }) {
      if (!isSiteUrlGiven)
        throw new OperatorError('The setting SITE_URL is missing: nginx needs the name of the site.');
      const hasCertificate = !options.hasFlag('without-certificate');
      output.out(
        options.hasFlag('maintenance-page')
          ? maintenancePage()
          : nginxConfiguration({ siteUrl, upstreams, hasCertificate }),
      );
    },
  },
];
