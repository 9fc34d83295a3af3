import type { Page } from '@playwright/test';
import { expectNoViolation } from '../axe.ts';
import { leadsTo } from '../journey-server.ts';
import { expectConfirmation, formOf, person } from '../public/visitor.ts';
import { expect, newEmail, test } from './deliver-test.ts';

const partsOf = (page: Page) => {
  const parts = formOf(page);
  return {
    ...parts,
    submit: parts.form.locator('button[type=submit]'),
    alert: parts.form.getByRole('alert'),
    fill: async (email: string, message: string) => {
      const values = { ...person, email, message };
      for (const [name, value] of Object.entries(values)) await parts.field(name).fill(value);
    },
    /** What a visitor typed is still there. */
    expectKept: async (email: string, message: string) => {
      const values = { ...person, email, message };
      for (const [name, value] of Object.entries(values)) await expect(parts.field(name)).toHaveValue(value);
    },
  };
};
/** Each text differs from the others: the same one from several people is doubtful. */
const newMessage = () => `Nos sauvegardes échouent depuis lundi, dossier ${crypto.randomUUID()}.`;
const isPost = (page: Page) => page.waitForRequest((request) => request.method() === 'POST');

test('a message arrives at the desk, the visitor gets a receipt, and staff are notified @phone', async ({
  page,
  visit,
  leadsOf,
  mailsTo,
}) => {
  const [email, message] = [newEmail('contact'), newMessage()];
  await visit('/contact');
  const { field, fill, submit, controls } = partsOf(page);
  await fill(email, message);
  await field('service').selectOption('managed');
  await submit.dblclick();
  await expect(submit).toHaveText('Envoi en cours…');
  await expect(submit).toBeDisabled();
  await expectConfirmation(page, 'Message Envoyé !');
  for (const control of await controls.locator('visible=true').all()) await expect(control).toHaveValue('');

  const stored = await leadsOf(email);
  expect(stored).toHaveLength(1);
  const { name, company } = person;
  expect(stored[0]).toMatchObject({
    form: 'contact',
    verdict: 'clean',
    status: 'new',
    name,
    company,
    page: '/contact',
  });
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  const [receipt] = await mailsTo(email);
  expect(receipt?.text).toContain('Nous avons bien reçu votre message');
  await expect
    .poll(async () => (await mailsTo(leadsTo)).some(({ text }) => text?.includes(email)), 'a mail to the staff')
    .toBe(true);
  await expectNoViolation(page, 'message delivered');
});

test('nothing is loaded before the form is touched, and an empty or malformed form sends nothing', async ({
  page,
  visit,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await visit('/contact');
  await expect(page.locator('[data-island=contact]')).toHaveAttribute('data-ready', '');
  await page.waitForLoadState('networkidle');
  const untouched = requests.length;
  expect(requests.filter((path) => /deliver|worker|api\//.test(path))).toEqual([]);

  const { field, submit, alert, confirmation } = partsOf(page);
  await submit.click();
  await expect(field('name')).toBeFocused();
  const asked = () => requests.slice(untouched).filter((path) => path.startsWith('/api/'));
  await expect.poll(asked, 'a request for the proof').not.toEqual([]);
  await page.waitForLoadState('networkidle');
  expect(asked()).toEqual(['/api/leads/challenge']);
  await field('name').fill(person.name);
  await field('company').fill(person.company);
  await field('email').fill('lerinval.example');
  await field('message').fill(newMessage());
  await submit.click();
  await expect(field('email')).toBeFocused();
  expect(requests.filter((path) => path === '/api/leads')).toEqual([]);
  await expect(alert).toBeHidden();
  await expect(confirmation).toBeHidden();
});

test('the trap is not a field of the keyboard, of screen readers or of the eye', async ({
  page,
  visit,
  pressTabTo,
}) => {
  await visit('/contact');
  const { field, form, submit } = partsOf(page);
  await expect(field('website')).toHaveAttribute('autocomplete', 'off');
  expect(await form.ariaSnapshot()).not.toContain('Laissez ce champ vide');
  const box = await field('website').evaluate((input) => input.closest('label')?.getBoundingClientRect().width);
  expect(box).toBeLessThanOrEqual(1);
  await pressTabTo(field('message'));
  await page.keyboard.press('Tab');
  await expect(submit).toBeFocused();
});

test('without the server every field stays, a mail is offered, and the next attempt stores once @phone', async ({
  page,
  visit,
  leadsOf,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/);
  const [email, message] = [newEmail('panne'), newMessage()];
  await visit('/contact');
  const { field, fill, submit, alert, expectKept, confirmation } = partsOf(page);
  await fill(email, message);
  await field('service').selectOption('managed');

  await test.step('no connection', async () => {
    await page.context().setOffline(true);
    await field('message').press('Tab');
    await page.keyboard.press('Enter');
    await expect(alert).toBeFocused();
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expect(alert).toContainText('Votre demande n’est pas partie');
    await expect(alert).toContainText('Notre serveur est injoignable');
    await expectKept(email, message);
    await expectNoViolation(page, 'not delivered');
    await page.context().setOffline(false);
  });

  await test.step('the mail has the labels and what was typed', async () => {
    const href = await alert.getByRole('link').evaluate((link: HTMLAnchorElement) => {
      link.addEventListener('click', (event) => event.preventDefault());
      link.click();
      return link.href;
    });
    expect(href).toMatch(/^mailto:contact@rempart-azur\.example\?subject=Demande&body=/);
    const lines = new URL(href).searchParams.get('body')?.split('\r\n');
    expect(lines).toContainEqual(expect.stringMatching(/^Nom\b.*\u00a0: Hélène Viggiani$/));
    expect(lines?.at(-1)).toContain(message);
    expect(href).not.toContain('website');
  });

  await test.step('too many requests, then an unavailable server', async () => {
    for (const [status, code, words] of [
      [429, 'too_many_requests', 'Trop de demandes'],
      [503, 'unavailable', 'momentanément indisponible'],
    ] as const) {
      await page.route('**/api/leads', (route) => route.fulfill({ status, json: { error: { code, message: '' } } }));
      await submit.click();
      await expect(alert).toContainText(words);
      await expect(alert).toBeFocused();
      await expectKept(email, message);
      await page.unroute('**/api/leads');
    }
  });

  await test.step('a response that is lost', async () => {
    await page.route('**/api/leads', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const posted = isPost(page);
    await submit.click();
    await posted;
    await expect(alert).toContainText('Notre serveur est injoignable');
    await expectKept(email, message);
    await page.unroute('**/api/leads');
  });

  await submit.click();
  await expect(confirmation).toBeFocused();
  await expect(alert).toBeHidden();
  expect(await leadsOf(email)).toHaveLength(1);
});

test('a field that the server rejects is named', async ({ page, visit, leadsOf, browserErrors }) => {
  browserErrors.expect(/status of 400/);
  const [email, message] = [newEmail('rejet'), newMessage()];
  await visit('/contact');
  const { field, fill, submit, alert, expectKept, confirmation } = partsOf(page);
  await fill(email, message);
  await field('phone').fill('appelez-moi demain');
  await submit.click();
  await expect(alert).toBeFocused();
  await expect(alert).toContainText(/mal rempli\s: Téléphone\./);
  await expectKept(email, message);
  await field('phone').fill('+33 4 65 71 00 07');
  await submit.click();
  await expect(confirmation).toBeFocused();
  expect(await leadsOf(email)).toMatchObject([{ phone: '+33 4 65 71 00 07' }]);
});

test('by keyboard alone at 200 %, then a second message after the first @all', async ({
  page,
  visit,
  pressTabTo,
  leadsOf,
}) => {
  // As wide as a window of 1280 pixels at 200 %.
  await page.setViewportSize({ width: 640, height: 450 });
  const email = newEmail('clavier');
  await visit('/contact');
  const { field, confirmation, submit } = partsOf(page);
  for (const count of [1, 2]) {
    await pressTabTo(field('name'));
    for (const text of [person.name, person.company, email]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect(confirmation).toBeHidden();
    await pressTabTo(field('message'));
    await page.keyboard.type(newMessage());
    await pressTabTo(submit);
    await page.keyboard.press('Enter');
    await expect(confirmation).toBeFocused();
    await expect(confirmation).toBeInViewport();
    expect(await leadsOf(email)).toHaveLength(count);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
});
