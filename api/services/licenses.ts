import type { Database } from '#api/db/connect.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { License } from '#contract/licenses.ts';
import type { licenseSorts } from '#contract/sorts.ts';
import type { Page } from '#contract/lists.ts';
import { byId, key, type ListDefinition, listPage, type ListRequest } from './lists/query.ts';

type LicenseSort = (typeof licenseSorts)[number];

export const licenseList: ListDefinition<License, LicenseSort> = {
  table: 'licenses',
  columns: {
    id: 'id',
    productName: 'product_name',
    licenseKey: 'license_key',
    licenseType: 'license_type',
    seats: 'seats',
    expiryDate: 'expiry_date',
    monthlyCost: 'monthly_cost',
    status: 'status',
    createdAt: 'created_at',
  },
  sorts: {
    createdAt: [key('created_at', 'timestamptz'), byId],
    productName: [key('product_name_key', 'text'), byId],
    licenseKey: [key('license_key', 'text'), byId],
    licenseType: [key('license_type', 'text'), byId],
    seats: [key('seats', 'integer'), byId],
    expiryDate: [key('expiry_date_key', 'date'), byId],
    monthlyCost: [key('monthly_cost_key', 'bigint'), byId],
    status: [key('status', 'text'), key('created_at', 'timestamptz'), byId],
  },
  defaultSort: 'createdAt',
};

export function listLicenses(
  database: Database,
  caller: Caller,
  request: ListRequest<LicenseSort>,
): Promise<Page<License>> {
  return listPage(database, caller, licenseList, request);
}
