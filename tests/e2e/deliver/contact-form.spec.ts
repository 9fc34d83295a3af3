import { leadsTo } from '../journey-server.ts';
import { expectConfirmation, formOf, person } from '../public/visitor.ts';
import { expect, newEmail, test } from './deliver-test.ts';

test('a message arrives at the desk, the visitor gets a receipt, and staff are notified', async ({
  page,
  visit,
  leadsOf,
  mailsTo,
}) => {
  const email = newEmail('contact');
  await visit('/contact');
  const { form, field } = formOf(page);
  await field('name').fill(person.name);
  await field('company').fill(person.company);
  await field('email').fill(email);
  await field('service').selectOption('managed');
  await field('message').fill('Nos sauvegardes échouent depuis lundi, pouvez-vous nous aider ?');
  await form.getByRole('button', { name: 'Envoyer le message' }).click();
  await expectConfirmation(page, 'Message Envoyé !');

  const [lead] = await leadsOf(email);
  expect(lead).toMatchObject({ form: 'contact', name: person.name, company: person.company, page: '/contact' });
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  const [receipt] = await mailsTo(email);
  expect(receipt?.text).toContain('Nous avons bien reçu votre message');
  await expect
    .poll(async () => (await mailsTo(leadsTo)).some(({ text }) => text?.includes(email)), 'a mail to the staff')
    .toBe(true);
});
