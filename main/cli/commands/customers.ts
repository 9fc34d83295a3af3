import {
  createCustomer,
  describeCustomer,
  listCustomers,
  type CustomerFields,
  updateCustomer,
} from '#api/services/customers/operator-customers.ts';
import { InvalidValueError, money, text } from '#api/services/import/fields.ts';
import { emailAddress, siren } from '#api/services/import/import-customers.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { formatMoney } from '#contract/money.ts';
import { type Command, type Options, UsageError, json } from '../command.ts';
import { formatTable, printList } from '../output.ts';
import { program } from '#api/lib/program.ts';

const fieldOptions = {
  contact: { value: 'person', about: 'the contact person' },
  email: { value: 'email', about: 'their email address' },
  phone: { value: 'number', about: 'their phone number' },
  siren: { value: 'number', about: 'their SIREN, which finds the buyer of an invoice' },
  risk: { value: 'risk', about: 'low, medium, or any other value, which counts as high' },
  outstanding: {
    value: 'amount',
    about: 'the balance, like 1250.50, or « computed » (the default): the sum of the unpaid invoices',
  },
  json,
};

function readFields(options: Options, newName = options.get('name')): CustomerFields {
  const check = (name: string, parse: (value: string) => string, input = options.get(name)) => {
    const value = input?.trim();
    try {
      return value === undefined ? undefined : parse(value);
    } catch (error) {
      throw error instanceof InvalidValueError ? new UsageError(`--${name} ${error.message}`) : error;
    }
  };
  return {
    name: check('name', text(200), newName),
    contact: check('contact', text(200)),
    email: check('email', emailAddress),
    phone: check('phone', text(50)),
    siren: check('siren', siren),
    risk: check('risk', text(50)),
    totalOutstanding: check('outstanding', (value) => (value === 'computed' ? value : money(value))),
  };
}

export const customerCommands: readonly Command[] = [
  {
    name: 'customers create',
    summary: 'Create a customer',
    positionals: ['name'],
    options: fieldOptions,
    notes: [`Next: ${program} users invite <email> --customer <name>`],
    async run({ database, output, args: [name = ''], options }) {
      const fields = { ...readFields(options, name), name: name.trim() };
      const customer = await inOperatorTransaction(database, (client) => createCustomer(client, fields));
      output.out(options.hasFlag('json') ? JSON.stringify(customer) : `Created ${customer.name} (${customer.id}).`);
    },
  },
  {
    name: 'customers list',
    summary: 'List the customers',
    options: { json },
    async run(context) {
      const customers = await inOperatorTransaction(context.database, listCustomers);
      const { currency } = context.settings;
      printList(context, customers, 'There are no customers yet.', (customer) => ({
        name: customer.name,
        risk: customer.risk,
        outstanding: formatMoney(customer.outstanding, currency),
        balance: customer.total_outstanding === null ? 'computed' : 'set',
        users: customer.users,
        id: customer.id,
      }));
    },
  },
  {
    name: 'customers show',
    summary: 'Show a customer with its users and number of records',
    positionals: ['customer'],
    options: { json },
    async run({ database, settings: { currency }, output, args: [wanted = ''], options }) {
      const customer = await inOperatorTransaction(database, (client) => describeCustomer(client, wanted));
      if (options.hasFlag('json')) {
        output.out(JSON.stringify(customer));
        return;
      }
      const { users, counts, total_outstanding: set, outstanding, unpaid_invoices: unpaid, ...fields } = customer;
      const balance = {
        outstanding: `${formatMoney(outstanding, currency)} (${set === null ? 'computed' : 'set'})`,
        'unpaid invoices': formatMoney(unpaid, currency),
      };
      const userRows = users.map(({ email, roles }) => ({ field: 'user', value: `${email} (${roles.join(', ')})` }));
      const rows = Object.entries({ ...fields, ...balance, ...counts }).map(([field, value]) => ({
        field: field.replaceAll('_', ' '),
        value,
      }));
      formatTable([...rows, ...userRows])
        .slice(1)
        .forEach(output.out);
    },
  },
  {
    name: 'customers update',
    summary: 'Update a customer',
    positionals: ['customer'],
    options: { name: { value: 'name', about: 'the company’s name' }, ...fieldOptions },
    async run({ database, output, args: [wanted = ''], options }) {
      const changes = readFields(options);
      if (Object.values(changes).every((value) => value === undefined)) throw new UsageError('no change was specified');
      const customer = await inOperatorTransaction(database, (client) => updateCustomer(client, wanted, changes));
      output.out(options.hasFlag('json') ? JSON.stringify(customer) : `Updated ${customer.name}.`);
    },
  },
];
