import {
  createCustomer,
  describeCustomer,
  listCustomers,
  type CustomerFacts,
  updateCustomer,
} from '#api/admin/customers.ts';
import { BadValue, money, text } from '#api/admin/import/fields.ts';
import { emailAddress } from '#api/admin/import/import-customers.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { formatMoney } from '#contract/money.ts';
import { type Command, json, type Options, UsageError } from '../command.ts';
import { table } from '../output.ts';

const facts = {
  contact: { value: 'person', about: 'the contact person' },
  email: { value: 'address', about: 'their e-mail address' },
  phone: { value: 'number', about: 'their phone number' },
  risk: { value: 'risk', about: 'low, medium, or any other word, which counts as high' },
  outstanding: {
    value: 'amount',
    about: 'what they owe, like 1250.50; « computed » (which it is unless set) for the sum of the unpaid invoices',
  },
  json,
};

function read(options: Options, newName = options.text('name')): CustomerFacts {
  const checked = (name: string, field: (value: string) => string, given = options.text(name)) => {
    const value = given?.trim();
    try {
      return value === undefined ? undefined : field(value);
    } catch (error) {
      throw error instanceof BadValue ? new UsageError(`--${name} ${error.message}`) : error;
    }
  };
  return {
    name: checked('name', text(200), newName),
    contact: checked('contact', text(200)),
    email: checked('email', emailAddress),
    phone: checked('phone', text(50)),
    risk: checked('risk', text(50)),
    totalOutstanding: checked('outstanding', (value) => (value === 'computed' ? value : money(value))),
  };
}

export const createCustomerCommand: Command = {
  name: 'customers create',
  summary: 'Create a customer',
  takes: ['name'],
  options: facts,
  notes: ['Next: npm run portal -- users invite <email> --customer <name>'],
  async run({ database, output, given: [name = ''], options }) {
    const given = { ...read(options, name), name: name.trim() };
    const customer = await inOperatorTransaction(database, (client) => createCustomer(client, given));
    output.out(options.isOn('json') ? JSON.stringify(customer) : `Created ${customer.name} (${customer.id}).`);
  },
};

export const updateCustomerCommand: Command = {
  name: 'customers update',
  summary: 'Change what is kept about a customer',
  takes: ['customer'],
  options: { name: { value: 'name', about: 'the company’s name' }, ...facts },
  async run({ database, output, given: [wanted = ''], options }) {
    const changes = read(options);
    if (Object.values(changes).every((value) => value === undefined))
      throw new UsageError('nothing to change was given');
    const customer = await inOperatorTransaction(database, (client) => updateCustomer(client, wanted, changes));
    output.out(options.isOn('json') ? JSON.stringify(customer) : `Changed ${customer.name}.`);
  },
};

export const listCustomersCommand: Command = {
  name: 'customers list',
  summary: 'List the customers',
  takes: [],
  options: { json },
  async run({ database, settings: { currency }, output, options }) {
    const customers = await inOperatorTransaction(database, listCustomers);
    if (options.isOn('json')) output.out(JSON.stringify(customers));
    else if (customers.length === 0) output.err('There is no customer yet.');
    else {
      const rows = customers.map(({ id, name, risk, outstanding, total_outstanding: set, users }) => ({
        name,
        risk,
        outstanding: formatMoney(outstanding, currency),
        balance: set === null ? 'computed' : 'set',
        users,
        id,
      }));
      table(rows).forEach(output.out);
    }
  },
};

export const showCustomerCommand: Command = {
  name: 'customers show',
  summary: 'Show a customer, their logins and how many records they have',
  takes: ['customer'],
  options: { json },
  async run({ database, settings: { currency }, output, given: [wanted = ''], options }) {
    const customer = await inOperatorTransaction(database, (client) => describeCustomer(client, wanted));
    if (options.isOn('json')) {
      output.out(JSON.stringify(customer));
      return;
    }
    const { users, counts, total_outstanding: set, outstanding, unpaid_invoices: unpaid, ...fields } = customer;
    const balance = {
      outstanding: `${formatMoney(outstanding, currency)} (${set === null ? 'computed' : 'set'})`,
      'unpaid invoices': formatMoney(unpaid, currency),
    };
    const logins = users.map(({ email, email_verified }) => ({
      field: 'login',
      value: `${email}${email_verified ? '' : ' (invited)'}`,
    }));
    const rows = Object.entries({ ...fields, ...balance, ...counts }).map(([field, value]) => ({
      field: field.replaceAll('_', ' '),
      value,
    }));
    table([...rows, ...logins])
      .slice(1)
      .forEach(output.out);
  },
};
