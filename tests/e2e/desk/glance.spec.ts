import type { QueuedTicket } from '#contract/desk-tickets.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { expect, openDesk, rows, test, withoutLiveUpdates } from './desk-test.ts';
import { staff } from './users.ts';

const due = '2026-11-19T09:30:00Z';
const targets: Partial<QueuedTicket>[] = [
  { slaState: 'running', minutesLeft: 200, targetMinutes: 240, dueKind: 'response' },
  { slaState: 'running', minutesLeft: 25, targetMinutes: 240, dueKind: 'response' },
  { slaState: 'missed', minutesLeft: -42, targetMinutes: 240, dueKind: 'response' },
  { slaState: 'paused', minutesLeft: 100, targetMinutes: 240, dueKind: 'response' },
  { slaState: 'met', minutesLeft: null, targetMinutes: null, dueKind: null },
  { slaState: 'running', minutesLeft: 1200, targetMinutes: 2400, dueKind: 'resolution' },
];

test('the queue shows 20 tickets at once, and what is left of each target', async ({ page, signInAsStaff }) => {
  await signInAsStaff(page, staff.glancing.email);
  await withoutLiveUpdates(page);
  await page.setViewportSize(desktop);
  // Their states depend on the time of day, and there are fewer.
  await page.route('**/api/desk/tickets?*', async (route) => {
    const response = await route.fetch();
    const body: { items: QueuedTicket[] } = await response.json();
    const [one] = body.items;
    const items = Array.from({ length: 24 }, (_, at) => ({
      ...one,
      id: `00000000-0000-4000-8000-0000000000${10 + at}`,
      slaCalendar: 'office',
      firstResponseDueAt: due,
      dueAt: due,
      ...targets[at % targets.length],
    }));
    await route.fulfill({ response, json: { ...body, items, total: items.length, nextCursor: null } });
  });
  await openDesk(page);
  await expect(rows(page)).toHaveCount(24);
  await expect(rows(page).nth(19)).toBeInViewport({ ratio: 1 });
  await expect(rows(page).nth(0)).toContainText(/reste\s3\sh\s20 sur 4\sh/);
  await expect(rows(page).nth(1)).toContainText(/reste\s25\smin/);
  await expect(rows(page).nth(1).locator('[data-brick=marked]')).toHaveCount(1);
  await expect(rows(page).nth(2)).toContainText(/En retard de 42\smin/);
  await expect(rows(page).nth(2).locator('[data-brick=open]')).toHaveCount(4);
  await expect(rows(page).nth(3)).toContainText(/Pause, reste 1\sh\s40/);
  await expect(rows(page).nth(4)).toContainText('Délai tenu');
  await expect(rows(page).nth(4).locator('[data-brick]')).toHaveCount(0);
  await expect(rows(page).nth(5)).toContainText(/Résolution20\sh.* sur 40\sh/);
  await expectNoViolation(page, 'queue with targets', [desktop, phone]);
});

test('the health page marks the check that fails', async ({ page, signInAsStaff }) => {
  await signInAsStaff(page, staff.reckoning.email);
  await page.route('**/api/desk/health', async (route) => {
    const response = await route.fetch();
    const body: { checks: { name: string }[] } = await response.json();
    const checks = body.checks.map((check) => (check.name === 'jobs' ? { ...check, state: 'failing' } : check));
    await route.fulfill({ response, json: { ...body, checks } });
  });
  await openDesk(page, '/health');
  const brick = page
    .getByRole('list', { name: 'Contrôles' })
    .getByRole('listitem')
    .filter({ hasText: 'Tâches de fond' });
  await expect(brick).toContainText('À vérifier');
  await expect(brick).toHaveAttribute('data-state', 'failing');
  await expect(page.getByRole('heading', { name: /points? à vérifier$/ })).toBeVisible();
  await expectNoViolation(page, 'failing check', [desktop, phone]);
});
