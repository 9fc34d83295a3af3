import { beforeEach, expect, test } from 'vitest';
import { currentToasts, dismissToast, dismissToastsFrom, toast } from './toast.ts';

const titles = () => currentToasts().map(({ title }) => title);

beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('a toast replaces only an older one from the same source', () => {
  toast({ title: 'Other' });
  toast({ source: 'form', title: 'Failed' });
  toast({ source: 'form-2', title: 'Failed elsewhere' });
  toast({ title: 'Other again' });
  toast({ source: 'form', title: 'Done' });
  expect(titles()).toEqual(['Other', 'Failed elsewhere', 'Other again', 'Done']);
  expect(new Set(currentToasts().map(({ id }) => id)).size).toBe(4);
});

test('the toasts of a form are dismissed when it is sent again', () => {
  toast({ title: 'Other' });
  toast({ source: 'form', title: 'Failed' });
  dismissToastsFrom('form');
  dismissToastsFrom('nothing');
  expect(titles()).toEqual(['Other']);
});
