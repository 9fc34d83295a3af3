import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { findAccessProblem } from '#api/files/data-folder.ts';
import { missing, requireCompanyFile } from '#api/lib/company.ts';
import { type Settings, readSettings, unknownSettingWarnings } from '#api/lib/env.ts';
import { isStrongSecret } from '#api/lib/setting-checks.ts';
import { requireLegalFacts, startWarnings, unencryptedConnections } from '#api/lib/start-warnings.ts';
import { type Finding, codeOf, failing, ok, reasonOf } from './finding.ts';

const restart = 'then /usr/lib/rempart-azur/restart-instances';
const edit = (what: string) => `${what} in /etc/rempart-azur/environment, ${restart}`;

/** Without settings nothing else can be checked. */
export function checkSettings(environment: NodeJS.ProcessEnv): { settings?: Settings; findings: Finding[] } {
  let settings: Settings;
  try {
    settings = readSettings(environment);
  } catch (error) {
    return { findings: [failing('settings', reasonOf(error), edit('Correct it'))] };
  }
  const wrong = [
    ...attempt(requireCompanyFile, 'Correct that file'),
    ...attempt(() => requireLegalFacts(settings, missing), 'Fill them in'),
    ...unknownSettingWarnings(environment).map((what) => failing('settings', what, edit('Rename or remove it'))),
    ...startWarnings(settings, []).map((what) => failing('settings', what, edit('Set it'))),
    ...unencryptedConnections(settings).map((what) => failing('settings', what, edit('Change it'))),
    ...findContradictions(settings),
  ];
  return { settings, findings: wrong.length > 0 ? wrong : [ok('settings', 'are valid')] };
}

function attempt(require: () => void, remedy: string): Finding[] {
  try {
    require();
    return [];
  } catch (error) {
    return [failing('settings', reasonOf(error), `${remedy}, ${restart}`)];
  }
}

/** Domains that nobody can own (RFC 2606). */
const isExample = (host: string) => /(?:^|\.)example(?:\.(?:com|net|org))?$/i.test(host);

/** Values that are valid one by one. */
function findContradictions(settings: Settings): Finding[] {
  const { siteUrl, trustProxy, smtpUrl, mailFrom, port, metrics, mailInKey, authSecret, secretsBefore } = settings;
  const isPublic = siteUrl.startsWith('https:');
  const passwords = {
    DATABASE_URL: settings.databaseUrl,
    MIGRATION_DATABASE_URL: settings.migrationDatabaseUrl,
    SMTP_URL: smtpUrl,
  };
  const found: (Finding | false)[] = [
    isPublic &&
      trustProxy === 0 &&
      failing(
        'settings',
        'TRUST_PROXY is 0, and an https site has a proxy in front: all visitors share one rate limit.',
        edit('Set TRUST_PROXY=1'),
      ),
    isPublic &&
      smtpUrl === undefined &&
      failing(
        'settings',
        'SMTP_URL is not set: mails are files in DATA_DIR/outbox, and nobody gets them.',
        edit('Set SMTP_URL'),
      ),
    smtpUrl !== undefined &&
      mailFrom === undefined &&
      failing(
        'settings',
        'MAIL_FROM is not set: mails have the company’s mailbox as sender, which the mail server may reject.',
        edit('Set MAIL_FROM'),
      ),
    isPublic &&
      isExample(new URL(siteUrl).hostname) &&
      failing(
        'settings',
        `SITE_URL is ${siteUrl}, a name of the documentation.`,
        edit('Set it to where visitors find the site'),
      ),
    mailFrom !== undefined &&
      isExample(/@([^>\s]+)/.exec(mailFrom)?.[1] ?? '') &&
      failing(
        'settings',
        `MAIL_FROM is ${mailFrom}, a sender of the documentation.`,
        edit('Set it to a mailbox of yours'),
      ),
    metrics?.port === port &&
      port !== 0 &&
      failing('settings', `METRICS has the port ${port} of the server.`, edit('Give METRICS another port')),
    authSecret !== undefined &&
      secretsBefore.includes(authSecret) &&
      failing(
        'settings',
        'AUTH_SECRET is also in AUTH_SECRET_BEFORE: it was not rotated.',
        edit('Set AUTH_SECRET to the output of openssl rand -base64 32'),
      ),
    mailInKey !== undefined &&
      !isStrongSecret(mailInKey) &&
      failing('settings', 'MAIL_IN_KEY can be guessed.', edit('Set it to the output of openssl rand -base64 32')),
    ...Object.entries(passwords).map(
      ([name, url]) =>
        url !== undefined &&
        ['password', 'secret', 'changeme', 'postgres'].includes(decodeURIComponent(URL.parse(url)?.password ?? '')) &&
        failing(
          'settings',
          `${name} has a password out of the documentation.`,
          edit('Choose another password there and'),
        ),
    ),
  ];
  return found.filter((one) => one !== false);
}

/** `environmentFile`: has secrets; undefined in a checkout. */
export async function checkFiles(
  { dataDir, authSecret }: Settings,
  environmentFile: string | undefined,
): Promise<Finding[]> {
  const user = process.getuid?.();
  const found = [
    // Root and the group of the service read it.
    environmentFile === undefined ? undefined : await checkMode(environmentFile, 0o027, `chmod 640 ${environmentFile}`),
    await checkMode(dataDir, 0o077, `chmod 700 ${dataDir}`),
    authSecret === undefined
      ? await checkMode(join(dataDir, 'auth-secret'), 0o077, `chmod 600 ${join(dataDir, 'auth-secret')}`)
      : undefined,
    await checkAccess(dataDir, user),
  ].filter((one) => one !== undefined);
  return found.length > 0 ? found : [ok('files', `only the service reads ${dataDir}`)];
}

async function checkMode(path: string, forbidden: number, remedy: string): Promise<Finding | undefined> {
  try {
    const { mode } = await lstat(path);
    if ((mode & forbidden) === 0) return undefined;
    return failing(
      'files',
      `${path} has the mode ${(mode & 0o777).toString(8)}: others may read or change secrets.`,
      remedy,
    );
  } catch (error) {
    // Created at the first start.
    if (codeOf(error) === 'ENOENT') return undefined;
    return failing('files', `${path} cannot be read: ${codeOf(error)}.`, `chown rempart-azur: ${path}`);
  }
}

async function checkAccess(dataDir: string, user: number | undefined): Promise<Finding | undefined> {
  const remedy = `chown -R rempart-azur: ${dataDir}, or set DATA_DIR`;
  const problem = (await findAccessProblem(dataDir)) ?? (await findAccessProblem(join(dataDir, 'files')));
  if (problem !== undefined) return failing('files', `The data folder ${dataDir} ${problem}.`, remedy);
  const owner = (await lstat(dataDir).catch(() => undefined))?.uid;
  // Root may write to what belongs to the service, and would leave files that the service may not read.
  if (owner === undefined || user === undefined || user === owner) return undefined;
  return failing(
    'files',
    `The data folder ${dataDir} belongs to the user id ${owner}, and this command runs as ${user}.`,
    remedy,
  );
}
