import { keepTogether } from '../../../scripts/build/no-breaks.ts';
import type { Locator, Page } from '@playwright/test';
import { homePage } from '#content/pages/home.ts';
import { plansPage } from '#content/pages/plans.ts';
import { partnersPage } from '#content/pages/partners.ts';
import { courses } from './public-pages.ts';
import { blockOrder, counts, withBreaks, words } from './spec-table.ts';
import { expect, test } from './visitor.ts';

const sectionOf = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

for (const path of new Set([...counts.map((entry) => entry.path), ...Object.keys(words)])) {
  test(`${path} has as many items as docs/product.md counts, and the copy that it quotes`, async ({ reader: page }) => {
    await page.goto(path);
    for (const { section, what, of, count } of counts.filter((entry) => entry.path === path)) {
      await expect(sectionOf(page, section).locator(of), what).toHaveCount(count);
    }
    const text = withBreaks((await page.getByRole('main').textContent()) ?? '');
    for (const quoted of words[path] ?? []) expect(text).toContain(withBreaks(quoted));
  });
}

test('home: a phone shows the titles of the six cloud benefits, and each sentence when its title is pressed @phone', async ({
  visit,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/');
  const section = sectionOf(page, homePage.cloud.title);
  for (const { title, text } of [...homePage.cloud.onInvoice, ...homePage.cloud.rest]) {
    const sentence = section.getByText(keepTogether(text), { exact: true });
    await expect(sentence).toBeHidden();
    await section.getByRole('heading', { level: 3, name: keepTogether(title), exact: true }).click();
    await expect(sentence).toBeVisible();
  }
});

test('home: two buttons in the hero, two on each service card, and the way to the courses', async ({
  reader: page,
}) => {
  await page.goto('/');
  const main = page.getByRole('main');
  const hero = main.locator(':scope > *').first();
  await expect(hero.getByRole('link')).toHaveCount(2);
  const services = ['infrastructure', 'managed-services', 'cybersecurity', 'microsoft-cloud'];
  await expect(main.getByRole('link', { name: 'En Savoir Plus' })).toHaveCount(4);
  for (const [index, slug] of services.entries()) {
    await expect(main.getByRole('link', { name: 'En Savoir Plus' }).nth(index)).toHaveAttribute(
      'href',
      `/services/${slug}`,
    );
    await expect(main.getByRole('link', { name: 'Parler à un Expert' }).nth(index)).toHaveAttribute('href', '/contact');
  }
  await expect(main.getByRole('link', { name: 'Voir le catalogue des formations' })).toHaveAttribute(
    'href',
    '/formations',
  );
});

test('invented cases, testimonials and partners are marked as such where they are shown', async ({ reader: page }) => {
  await page.goto('/');
  await expect(sectionOf(page, homePage.caseStudies.title)).toContainText(
    'Études de cas et témoignages fictifs, qui illustrent notre façon de travailler.',
  );
  await expect(sectionOf(page, homePage.testimonials.title)).toContainText('fictives');
  await page.goto('/resources');
  await expect(sectionOf(page, 'Études de cas')).toContainText('fictifs');
  await page.goto('/partners');
  for (const { name, isFictional } of partnersPage.partners.items) {
    const partner = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(partner.getByText('Partenaire fictif')).toHaveCount(isFictional ? 1 : 0);
  }
});

test('infrastructure: only Professionnel is recommended', async ({ reader: page }) => {
  await page.goto('/services/infrastructure');
  const tiers = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(page.getByText('Recommandé', { exact: true })).toHaveCount(1);
  await expect(tiers.filter({ hasText: 'Recommandé' }).getByRole('heading')).toHaveText('Professionnel');
  await expect(tiers.filter({ has: page.getByRole('heading', { name: 'Entreprise', exact: true }) })).toContainText(
    'Sur devis',
  );
});

test('cybersecurity: each threat has its severity, and the emergency number is a phone link', async ({
  reader: page,
}) => {
  await page.goto('/services/cybersecurity');
  await expect(page.getByText(/^(Critique|Élevé|Moyen)$/)).toHaveCount(4);
  const numbers = page.locator('#urgence').getByRole('link', { name: '+33 4 65 71 00 06' });
  await expect(numbers).toHaveCount(2);
  for (const number of await numbers.all()) await expect(number).toHaveAttribute('href', 'tel:+33465710006');
});

test('cybersecurity: the line under the header leads to what to do in the first hour', async ({ visit, page }) => {
  await visit('/services/cybersecurity');
  await expect(page.getByRole('main').getByRole('link', { name: '+33 4 65 71 00 06' }).first()).toBeInViewport();
  await page.getByRole('link', { name: /réflexes/i }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Attaque en cours : la première heure' })).toBeInViewport();
});

for (const [path, titles] of Object.entries(blockOrder)) {
  test(`${path} has its blocks in the order of docs/product.md`, async ({ reader: page }) => {
    await page.goto(path);
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    const expected = titles.map(withBreaks);
    expect(headings.map(withBreaks).filter((heading) => expected.includes(heading))).toEqual(expected);
  });
}

test('plans: only Business Standard is popular; each has a period, a “best for” and a way to the audit', async ({
  reader: page,
}) => {
  await page.goto('/microsoft-plans');
  const plans = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: /^Microsoft 365/ }) });
  await expect(plans).toHaveCount(3);
  await expect(plans.filter({ hasText: 'Populaire' }).getByRole('heading')).toHaveText(
    'Microsoft 365 Business Standard',
  );
  for (const plan of await plans.all()) {
    await expect(plan).toContainText('par utilisateur / mois');
    expect(withBreaks((await plan.textContent()) ?? '')).toContain(withBreaks(plansPage.plans.price));
    await expect(plan).toContainText('Idéal pour');
    await expect(plan.getByRole('link')).toHaveAttribute('href', '/free-audit');
    expect(await plan.locator('li').count()).toBeGreaterThan(3);
  }
  // The spec gives no amounts, so the page must show none.
  await expect(page.getByRole('main')).not.toContainText(/\d\s?€/);
});

test('plans: the comparison says yes and no in words, and can show the differences alone', async ({ reader: page }) => {
  await page.goto('/microsoft-plans');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Microsoft\u00a0365/);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(13);
  await expect(page.getByRole('row', { name: /^Accès conditionnel/ }).getByRole('cell')).toHaveText([
    'Non',
    'Non',
    'Oui',
  ]);
  // The checkbox is drawn by its label.
  const onlyDifferences = page.getByText('Seulement les différences');
  await onlyDifferences.click();
  await expect(page.getByRole('checkbox', { name: 'Seulement les différences' })).toBeChecked();
  await expect(rows).toHaveCount(7);
  await expect(page.getByRole('row', { name: /^Applications web/ })).toHaveCount(0);
  await onlyDifferences.click();
  await expect(rows).toHaveCount(13);
});

test('training: the two buttons lead to the contact and consultation pages', async ({ reader: page }) => {
  await page.goto('/formations');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Demander un devis' }).first()).toHaveAttribute('href', '/contact');
  await expect(main.getByRole('link', { name: 'Planifier une session' }).first()).toHaveAttribute(
    'href',
    '/schedule-consultation',
  );
});

/** What a training buyer has to find before signing: the first four with their answer. */
const practicalFacts = (days: number) => [
  `Durée et horaires ${days} jours`,
  'Lieu, format et groupe En présentiel ou à distance',
  'Conditions et délai d’accès Date fixée avec vous',
  'Tarif Sur devis',
  'Méthodes mobilisées',
  'Modalités d’évaluation',
  'Formateurs',
  'Indicateurs de résultats',
  'Accessibilité et handicap',
  'Suivi et attestation',
  'Règlement et réclamations',
  'Contact',
];

for (const { path, title, days, exam } of courses) {
  test(`${path}: layout, days, exam and certificate as docs/product.md says`, async ({ reader: page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('navigation', { name: 'Fil d’Ariane' }).getByRole('listitem')).toHaveText([
      'Accueil',
      /.+/,
      title,
    ]);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(main.getByText(`${days} jours`, { exact: true }).first()).toBeVisible();
    await expect(main.getByText('Présentiel / Distanciel', { exact: true }).first()).toBeVisible();
    await expect(main.getByText(/^PECB Certified/).first()).toBeVisible();
    // The bar that follows the panel of facts repeats the first one.
    for (const [name, target, count] of [
      ['Demander un devis', `/contact?formation=${path.slice('/formations/'.length)}`, 3],
      ['Planifier une session', `/schedule-consultation?formation=${path.slice('/formations/'.length)}`, 2],
    ] as const) {
      const links = main.getByRole('link', { name });
      await expect(links).toHaveCount(count);
      for (const link of await links.all()) await expect(link).toHaveAttribute('href', target);
    }
    const summary = main.getByRole('navigation', { name: 'Sur cette page' }).getByRole('link');
    await expect(summary).toHaveText(['Programme', 'Public', 'Certification', 'Modalités']);
    for (const heading of [
      'Pourquoi suivre cette formation',
      'Ce que vous saurez faire',
      'À qui s’adresse cette formation',
      'Prérequis',
      'La certification',
      'Modalités pratiques',
    ]) {
      await expect(main.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    }
    await expect(main.locator('#certification').getByText('non enregistrée au RNCP')).toBeVisible();
    await expect(main.locator('#modalites').getByRole('heading', { level: 3 })).toHaveText(practicalFacts(days));
    await expect(main.locator('#modalites details').nth(5)).toContainText(/questionnaire/i);
    await expect(main.locator('#programme').getByRole('heading', { level: 3 })).toHaveCount(days);
    await expect(main.locator('#programme').getByText('Matin', { exact: true })).toHaveCount(days);
    await expect(main.locator('#programme').getByText(/^Après.midi$/)).toHaveCount(days);
    await expect(main.getByText(`Durée : ${exam}, le jour ${days}`)).toBeVisible();
    await expect(main.getByText(/choix\smultiples/i).first()).toBeVisible();
    await expect(main.getByText(/valable\s3\sans/).first()).toBeVisible();
    await expect(main.getByText(/formation\scontinue/).first()).toBeVisible();
  });
}

test('contact: message form, office card, urgent card and questions', async ({ reader: page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.locator('form')).toHaveCount(1);
  await expect(main.getByRole('heading', { level: 2, name: 'Notre bureau de Nice' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Appeler maintenant' })).toHaveAttribute('href', 'tel:+33465710006');
  expect(await main.locator('details summary h3').count()).toBeGreaterThan(3);
  // In the order of product §2.
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Votre message',
    'Notre bureau de Nice',
    /^Un incident en cours/,
    'Questions fréquentes',
  ]);
  // The opening hours are written one way.
  await expect(main).not.toContainText(/8\sh\s00/);
});

test('resources: every control is disabled, and a heading says why', async ({ reader: page }) => {
  await page.goto('/resources');
  const main = page.getByRole('main');
  for (const heading of ['Livres blancs', 'Études de cas', 'Webinaires', 'Articles']) {
    await expect(main.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible();
  }
  await expect(main.getByRole('searchbox')).toHaveCount(1);
  await expect(main.getByRole('textbox')).toHaveCount(1);
  const controls = main.locator('button, input');
  expect(await controls.count()).toBeGreaterThan(10);
  for (const control of await controls.all()) {
    await expect(control).toBeDisabled();
    await expect(control).toHaveAccessibleDescription(/^À paraître/);
  }
  // Once, above the four lists.
  await expect(main.getByText('À paraître')).toHaveCount(1);
  await expect(main.getByRole('link', { name: /La recevoir par e.mail/ })).toHaveAttribute('href', '/#checklist');
  await expect(main.getByRole('link', { name: 'Montez votre mur' })).toHaveAttribute('href', '/montez-votre-mur');
});

test('terms: nine sections; every legal page has a table of contents that covers it', async ({ reader: page }) => {
  await page.goto('/conditions-utilisation');
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveCount(9);
  for (const path of [
    '/politique-confidentialite',
    '/conditions-utilisation',
    '/politique-cookies',
    '/mentions-legales',
  ]) {
    await page.goto(path);
    const titles = await page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents();
    await expect(page.getByRole('navigation', { name: 'Sommaire' }).getByRole('link')).toHaveText(titles);
  }
});
