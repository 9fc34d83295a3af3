import { expect, test } from 'vitest';
import * as auth from '#content/portal/en/auth.ts';
import * as conversation from '#content/portal/en/conversation.ts';
import * as exceptions from '#content/portal/en/exceptions.ts';
import { contracts, invoices, licenses, lists, payments } from '#content/portal/en/lists.ts';
import * as noCustomer from '#content/portal/en/no-customer.ts';
import * as overview from '#content/portal/en/overview.ts';
import * as people from '#content/portal/en/people.ts';
import * as account from '#content/portal/en/account.ts';
import * as security from '#content/portal/en/security.ts';
import { common, roles, shell } from '#content/portal/en/shell.ts';
import * as tickets from '#content/portal/en/tickets.ts';

// As a list of one, it can stand for a string, for a number and for a list.
const sample = ['…'];

/** Every text below a value. Sentences get a sample of each of their values. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const sentence: unknown = value(...Array.from({ length: value.length }, () => sample));
    return [Array.isArray(sentence) ? sentence.flat().join('') : String(sentence)];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const screens = { account, auth, conversation, exceptions, noCustomer, overview, people, security, tickets };
const texts = textsOf({ ...screens, common, contracts, invoices, licenses, lists, payments, roles, shell });

test('every text says something', () => {
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => text.trim() === '' || /undefined|\[object/.test(text))).toEqual([]);
});

// docs/product.md: every quoted text of the portal.
test.each([
  ['§2 sign-in', ['Customer Portal', 'Access your invoices, contracts, licenses, and support tickets']],
  ['§2 sign-in', ['Sign In', 'Sign Up', 'Signing In...', 'Create Account', 'Creating Account...']],
  ['§2 portal', ['Welcome, …', 'Sign Out']],
  ['§2 tabs', ['Overview', 'Invoices', 'Contracts', 'Payments', 'Licenses', 'Support']],
  ['§2 overview', ['Account Information', 'Company Name', 'Contact Person', 'Email', 'Phone', 'Account Status']],
  ['§2 overview', ['Outstanding Balance', '… risk', 'Open Tickets', 'Account Access Required']],
  [
    '§2 overview',
    ['Your account needs to be linked to a customer profile. Please contact support for assistance.', 'N/A'],
  ],
  ['§2 invoices', ['Your Invoices', 'Invoice ID', 'Amount', 'Due Date', 'Status', 'Risk Score', 'No invoices found.']],
  ['§2 contracts', ['Your Contracts', 'Contract Number', 'Title', 'Start Date', 'End Date', 'Value', 'Ongoing']],
  ['§2 contracts', ['No contracts found.']],
  ['§2 payments', ['Payment History', 'Reference', 'Payment Date', 'Method', 'Notes', 'No payments found.']],
  ['§2 licenses', ['Software Licenses', 'Product', 'License Key', 'Type', 'Seats', 'Expiry Date', 'Monthly Cost']],
  ['§2 licenses', ['No expiry', 'No licenses found.']],
  ['§2 support', ['Support Tickets', 'Ticket #', 'Subject', 'Priority', 'Created', 'No support tickets found.']],
  ['§2 support', ['New Ticket', 'Create Support Ticket', "Describe your issue and we'll help you resolve it."]],
  ['§2 support', ['Brief description of your issue', 'Description', 'Cancel', 'Create Ticket', 'Creating...']],
  ['§2 lists', ['Loading invoices...', 'Loading contracts...', 'Loading payments...', 'Loading licenses...']],
  ['§4', ['Waiting for Customer']],
  ['§5', ['Missing Information', 'Please fill in both subject and description.']],
  ['§8 sign-in', ['Sign In Failed', 'Welcome back!', 'You have successfully signed in.']],
  ['§8 sign-up', ['Sign Up Failed', 'Account Created', 'Please check your email to verify your account.']],
  ['§8 tickets', ['Error', 'Failed to create ticket. Please try again.', 'Ticket Created']],
  ['§8 tickets', ['Your support ticket has been created successfully.']],
])('the portal has the words of product %s', (_section, words) => {
  expect(words.filter((word) => !texts.includes(word))).toEqual([]);
});
