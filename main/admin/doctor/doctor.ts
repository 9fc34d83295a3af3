import { findAuthSecret } from '#api/auth/core/auth-settings.ts';
import type { NeededSchema, OperatorDatabase } from '#api/db/operator-database.ts';
import type { Settings } from '#api/lib/env.ts';
import { readHostPort } from '#api/lib/hosts.ts';
import { createLog } from '#api/lib/log.ts';
import { askInstances } from '#modules/monitoring/server/instances.ts';
import { describeFailure, judgeService, runServiceChecks } from '#modules/monitoring/server/service-checks.ts';
import type { CheckName, CheckResult } from '#contract/checks.ts';
import { checkClock, checkLogins, describeOutage } from './check-logins.ts';
import { checkMailServer } from './check-mail-server.ts';
import { checkFiles, checkSettings } from './check-settings.ts';
import { checkSite } from './check-site.ts';
import { type Finding, failing, ok, unknown } from './finding.ts';

export interface DoctorDeps {
  environment: NodeJS.ProcessEnv;
  open: (needed: NeededSchema) => Promise<OperatorDatabase>;
  /** The file that the environment came from. */
  environmentFile?: string | undefined;
  /** Gets a test mail. */
  mailTo?: string | undefined;
  /** A certificate authority that only this machine trusts. */
  ca?: string | undefined;
  onStep?: (done: number, all: number) => void;
}

const steps = 6;

/** Everything that is wrong with the installation, and what to do about it. Changes nothing. */
export async function runDoctor(deps: DoctorDeps): Promise<Finding[]> {
  const { environment, environmentFile, mailTo, ca, onStep } = deps;
  const { settings, findings } = checkSettings(environment);
  if (settings === undefined) return findings;
  let done = 0;
  const step = <T>(result: T): T => {
    onStep?.((done += 1), steps);
    return result;
  };
  const files = step(await checkFiles(settings, environmentFile));
  const instances = await checkInstances(settings);
  const database = step(await checkDatabase(deps, settings));
  const mail = step(await checkMailServer(settings, mailTo, createLog('silent')));
  const site = step(await checkSite({ ...settings, authSecret: readSecret(settings), ca }));
  return [...findings, ...files, ...database, ...instances, mail, ...site];
}

/** Another user's file cannot be read: files are checked apart. */
function readSecret(settings: Settings): string | undefined {
  try {
    return findAuthSecret(settings);
  } catch {
    return undefined;
  }
}

async function checkDatabase({ open }: DoctorDeps, settings: Settings): Promise<Finding[]> {
  let database: OperatorDatabase;
  try {
    database = await open('any');
  } catch (error) {
    const outage = describeOutage(error);
    const others = (await judgeService(settings)).filter(({ name }) => name !== 'database');
    return [
      outage,
      unknown('roles', 'the database was not asked'),
      ...(await checkClock(undefined)),
      ...others.flatMap((one) => describeService(one, false)),
    ];
  }
  try {
    const service = await runServiceChecks(database, settings);
    return [
      ...service.flatMap((one) => describeService(one, true)),
      ...(await checkLogins(database, settings)),
      ...(await checkClock(database)),
    ];
  } finally {
    await database.close();
  }
}

const remedies: Record<Exclude<CheckName, 'instances'>, string> = {
  database: 'systemctl status postgresql',
  backup: 'systemctl start rempart-azur-backup, then journalctl -u rempart-azur-backup',
  proof: 'systemctl start rempart-azur-prove, then journalctl -u rempart-azur-prove',
  outbound: 'rempart-azur resume, once this copy takes over',
  mail: 'rempart-azur mails list, then rempart-azur mails retry all',
  jobs: 'systemctl status rempart-azur, and rempart-azur jobs list',
  disk: 'df -h, then free space or move DATA_DIR',
  scanner: 'systemctl status clamav-daemon clamav-freshclam, and CLAMD',
  certificate: 'certbot renew, and see journalctl -u certbot',
};

function describeService(result: CheckResult, hasDatabase: boolean): Finding[] {
  const { name, state } = result;
  // checkInstances names them.
  if (name === 'instances') return [];
  if (state === 'failing') return [failing(name, describeFailure(result), remedies[name])];
  if (state === 'ok') return [ok(name, 'is as it should be')];
  const isExpected = (name === 'backup' || name === 'proof') && hasDatabase;
  return [unknown(name, isExpected ? 'there is none yet' : 'is not set up, or could not be asked')];
}

/** Which instances and listeners the settings name, and which of them answer. */
async function checkInstances(settings: Settings): Promise<Finding[]> {
  const listeners = await askInstances(settings);
  if (listeners === undefined) return [unknown('instances', 'there is one, without METRICS and MAIL_IN')];
  return listeners.map(({ name, fault }) => {
    if (fault === undefined) return ok('instances', `${name} answers`);
    const remedy = name.includes('=')
      ? `ss -ltnp names what has the port, or set another one; then /usr/lib/rempart-azur/restart-instances`
      : `systemctl status rempart-azur@${readHostPort(name)?.port ?? ''}, then /usr/lib/rempart-azur/restart-instances`;
    return failing('instances', `${name} ${fault}`, remedy);
  });
}
