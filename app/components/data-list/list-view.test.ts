import { describe, expect, test } from 'vitest';
import { isFiltered, nextOrder, orderOf, readView, toQuery, toggleStatus, writeView } from './list-view.ts';

const sorts = ['createdAt', 'amount', 'dueDate'];
const read = (query: string) => readView(new URLSearchParams(query), sorts);

describe('the query parameters of a list', () => {
  test('are empty for the default view', () => {
    expect(read('tab=invoices')).toEqual({ q: '', sort: undefined, direction: 'asc', statuses: [] });
    expect(writeView(new URLSearchParams('tab=invoices'), read('')).toString()).toBe('tab=invoices');
  });

  test('survive a round trip', () => {
    const query = 'tab=invoices&q=caf%C3%A9+12&sort=amount&direction=desc&status=paid%2Coverdue';
    expect(writeView(new URLSearchParams('tab=invoices'), read(query)).toString()).toBe(query);
  });

  test('are ignored where they are invalid', () => {
    expect(read('sort=customerId&direction=sideways&status=,,paid,paid,')).toEqual({
      q: '',
      sort: undefined,
      direction: 'asc',
      statuses: ['paid'],
    });
    expect(read('direction=desc').direction).toBe('asc');
  });

  test('never exceed the limits of the API', () => {
    const view = read(
      `q=${'x'.repeat(500)}&status=${Array.from({ length: 30 }, (_, at) => `s${at}`).join(',')},${'y'.repeat(300)}`,
    );
    expect(view.q).toHaveLength(200);
    expect(view.statuses).toHaveLength(10);
    expect(read(`q=${'x'.repeat(199)}😀`).q.isWellFormed()).toBe(true);
    expect(read('q=a%00b').q).toBe('ab');
  });

  test('keep an unknown status', () => {
    expect(read('status=on_hold').statuses).toEqual(['on_hold']);
  });
});

describe('a click on a column', () => {
  test('cycles through ascending, descending and the default order', () => {
    const first = nextOrder(read(''), 'amount', 'createdAt');
    const second = nextOrder(first, 'amount', 'createdAt');
    const third = nextOrder(second, 'amount', 'createdAt');
    expect([first, second, third].map((view) => orderOf(view, 'createdAt'))).toEqual([
      { sort: 'amount', direction: 'asc' },
      { sort: 'amount', direction: 'desc' },
      { sort: 'createdAt', direction: 'desc' },
    ]);
  });

  test('reverses the default sort column', () => {
    const first = nextOrder(read(''), 'createdAt', 'createdAt');
    expect(orderOf(first, 'createdAt')).toEqual({ sort: 'createdAt', direction: 'asc' });
    expect(orderOf(nextOrder(first, 'createdAt', 'createdAt'), 'createdAt')).toEqual({
      sort: 'createdAt',
      direction: 'desc',
    });
  });

  test('keeps the search and the filter', () => {
    expect(nextOrder(read('q=x&status=paid'), 'amount', 'createdAt')).toMatchObject({ q: 'x', statuses: ['paid'] });
  });
});

test('a status filter is toggled', () => {
  const on = toggleStatus(read('status=paid'), 'overdue');
  expect(on.statuses).toEqual(['paid', 'overdue']);
  expect(toggleStatus(on, 'paid').statuses).toEqual(['overdue']);
});

test('white space is not a search', () => {
  expect(isFiltered(read('q=++'))).toBe(false);
  expect(isFiltered(read('q=x'))).toBe(true);
  expect(isFiltered(read('status=paid'))).toBe(true);
});

test('a page request becomes API parameters', () => {
  const view = read('q=+caf%C3%A9+&status=paid,overdue&sort=amount');
  expect(toQuery(view, 'createdAt', { limit: 100, isCounted: true })).toEqual({
    limit: '100',
    sort: 'amount',
    direction: 'asc',
    q: 'café',
    status: 'paid,overdue',
    count: 'true',
  });
  expect(toQuery(read(''), 'createdAt', { limit: 5, cursor: 'abc' })).toEqual({
    limit: '5',
    sort: 'createdAt',
    direction: 'desc',
    cursor: 'abc',
  });
});
