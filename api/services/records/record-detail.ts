import { columns, integer, flag, nullable, text } from '#api/db/columns.ts';
import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession, traceOf } from '#api/db/tenant.ts';
import { UserError } from '#api/lib/errors.ts';
import type { ContractDetail, DeskContractDetail, DeskLicenseDetail, LicenseDetail } from '#contract/record-detail.ts';
import { readingPermissions } from '#contract/staff.ts';
import { filesStatement, recordFile } from './record-files.ts';
import { eventsStatement, readEvents } from './record-history.ts';

// One contract or license, with its files.

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const noContract = new UserError('not_found', 'There is no such contract.');
const noLicense = new UserError('not_found', 'There is no such license.');

const contractColumns = {
  id: text('contracts.id'),
  contractNumber: text('contract_number'),
  title: text('title'),
  startDate: nullable(text('start_date')),
  endDate: nullable(text('end_date')),
  contractValue: nullable(text('contract_value')),
  status: text('status'),
  createdAt: text('contracts.created_at'),
  renewsTacitly: flag('renews_tacitly'),
  noticeDays: nullable(integer('notice_days')),
  noticeDate: nullable(text('notice_date')),
};
const contract = columns(contractColumns);
const ofCustomer = { customerId: text('customers.id'), customerName: text('customers.name') };
const deskContract = columns({
  ...contractColumns,
  urgentAroundTheClock: flag('urgent_around_the_clock'),
  aroundTheClock: flag('around_the_clock'),
  responseMinutes: nullable(integer('response_minutes')),
  resolutionMinutes: nullable(integer('resolution_minutes')),
  ...ofCustomer,
});

const licenseColumns = {
  id: text('licenses.id'),
  productName: text('product_name'),
  licenseKey: text('license_key'),
  licenseType: text('license_type'),
  seats: integer('seats'),
  expiryDate: nullable(text('expiry_date')),
  monthlyCost: nullable(text('monthly_cost')),
  status: text('status'),
  createdAt: text('licenses.created_at'),
};
const license = columns(licenseColumns);
const deskLicense = columns({ ...licenseColumns, ...ofCustomer });

/** By its number, as the URL of the page has it, or by its id. */
export async function getContract(database: Database, caller: Caller, number: string): Promise<ContractDetail> {
  const wanted = `(SELECT id FROM contracts WHERE contract_number = $1 UNION ALL SELECT id FROM contracts WHERE id = $2::uuid LIMIT 1)`;
  const values = [number, uuid.test(number) ? number : null];
  const [rows, files] = await runAsSession(
    database,
    caller,
    { mode: 'read', needs: 'billing' },
    { name: 'contract-by-number', text: `SELECT ${contract.sql} FROM contracts WHERE id = ${wanted}`, values },
    filesStatement('contract_id', wanted, values),
  );
  const found = contract.first(rows);
  if (found === undefined) throw noContract;
  return { ...found, files: recordFile.all(files) };
}

export async function getLicense(database: Database, caller: Caller, id: string): Promise<LicenseDetail> {
  const [rows, files] = await runAsSession(
    database,
    caller,
    { mode: 'read', needs: 'licenses' },
    { name: 'license-by-id', text: `SELECT ${license.sql} FROM licenses WHERE id = $1::uuid`, values: [id] },
    filesStatement('license_id', '$1::uuid', [id]),
  );
  const found = license.first(rows);
  if (found === undefined) throw noLicense;
  return { ...found, files: recordFile.all(files) };
}

async function readAsStaff(
  database: Database,
  caller: Caller,
  list: 'contracts' | 'licenses',
  id: string,
  selected: string,
): Promise<{ rows: Row[] | undefined; events: Row[] | undefined; files: Row[] | undefined }> {
  const { requestId, network } = traceOf(caller);
  const noteRead: Statement = {
    name: `${list}-note-read`,
    text: `SELECT note_staff_read(customer_id, '${list}', NULL, $2, $3) FROM ${list} WHERE id = $1`,
    values: [id, requestId, network],
  };
  const [, rows, events, files] = await runAsStaff(
    database,
    caller,
    { needs: readingPermissions },
    noteRead,
    {
      name: `${list}-at-desk`,
      text: `SELECT ${selected} FROM ${list} JOIN customers ON customers.id = customer_id WHERE ${list}.id = $1`,
      values: [id],
    },
    eventsStatement(list, id),
    filesStatement(list === 'contracts' ? 'contract_id' : 'license_id', '$1::uuid', [id]),
  );
  return { rows, events, files };
}

export async function getDeskContract(database: Database, caller: Caller, id: string): Promise<DeskContractDetail> {
  const { rows, events, files } = await readAsStaff(database, caller, 'contracts', id, deskContract.sql);
  const found = deskContract.first(rows);
  if (found === undefined) throw noContract;
  return { ...found, files: recordFile.all(files), history: readEvents(events) };
}

export async function getDeskLicense(database: Database, caller: Caller, id: string): Promise<DeskLicenseDetail> {
  const { rows, events, files } = await readAsStaff(database, caller, 'licenses', id, deskLicense.sql);
  const found = deskLicense.first(rows);
  if (found === undefined) throw noLicense;
  return { ...found, files: recordFile.all(files), history: readEvents(events) };
}
