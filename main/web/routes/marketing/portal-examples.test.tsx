import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { invoiceExample } from '#content/pages/invoice-example.ts';
import { managedServices } from '#content/services/managed-services.ts';
import { InvoiceInPortal, TicketInPortal } from './portal-examples.tsx';

const render = <P extends object>(component: FunctionComponent<P>, props: P) =>
  renderToStaticMarkup(createElement(component, props));
const ticket = render(TicketInPortal, { ticket: managedServices.ticket });
const invoice = render(InvoiceInPortal, {});

test.each(Object.entries({ ticket, invoice }))('the %s has a caption, no heading and nothing to focus', (_, markup) => {
  expect(markup).toContain('<figcaption');
  expect(markup).not.toMatch(/<(?:h[1-6]|a|button|input|select|textarea|summary)[\s>]|tabindex/i);
  // The policy of public pages forbids styles in attributes.
  expect(markup).not.toContain(' style=');
});

test('a message of the ticket names its language, and has its own direction', () => {
  expect(ticket).toMatch(/<div class="markdown" dir="auto"><p><span lang="ar">/);
  expect(ticket).toContain('<span lang="en">');
});

test('the times of the ticket are those of the office, wherever the page is built', () => {
  expect(ticket.replaceAll('\u00A0', ' ')).toContain(
    'dateTime="2026-10-20T07:05:00Z" class="whitespace-nowrap tabular-nums">9 h 05<',
  );
});

test('the invoice writes the margin in its line, names its dates, and adds up', () => {
  const text = invoice.replaceAll(/\s/g, ' ');
  expect(text).toContain('Tarif de l’éditeur : 100 € HT. Notre marge de 15 % : 15 € HT.');
  for (const { quantity, price, net } of invoiceExample.lines) expect(quantity * price).toBe(net);
  expect(text).toContain('Échéance : 2 déc. 2026');
  expect(text).toMatch(/1 915 €.*383 €.*2 298 €/);
});
