/** One table of an export. `columns` explains each column to the data subject. */
export interface PersonalData {
  name: string;
  about: string;
  table: string;
  /** Read instead of the table, where that lacks a column. */
  from?: string;
  /** Condition for the data subject's rows: `subject` has its customer, users, emails, and is_whole for a customer. */
  where: string;
  /** `currency` is a setting of the server, not a column. */
  columns: Readonly<Record<string, string>>;
  /** Default: `created_at`, then `id`. */
  order?: string;
}

export const id = 'internal id';
export const ofUsers = 'stored.user_id = ANY(subject.users)';
export const ofCustomer = 'stored.customer_id = subject.customer';
