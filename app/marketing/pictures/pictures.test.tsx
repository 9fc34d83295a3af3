import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Logo } from '#app/components/layout/logo.tsx';
import { RampartEdge } from '#app/components/layout/rampart-edge.tsx';
import { AuditReportPicture } from './audit-report-picture.tsx';
import { BayFort } from './bay-fort.tsx';
import { BillingBricks } from './billing-bricks.tsx';
import { CasePicture } from './case-picture.tsx';
import { CertificatePicture } from './certificate-picture.tsx';
import { CourseDays } from './course-days.tsx';
import { DefenceLayers } from './defence-layers.tsx';
import { InvoiceLine } from './invoice-line.tsx';
import { MethodWall } from './method-wall.tsx';
import { MigrationLine } from './migration-line.tsx';
import { PlanWall } from './plan-wall.tsx';
import { PremisesPlan } from './premises-plan.tsx';
import { RegionsMap } from './regions-map.tsx';
import { ServicePicture } from './service-picture.tsx';
import { StatisticPicture } from './statistic-picture.tsx';
import { StepsLine } from './steps-line.tsx';

const label = 'Une baie qui devient un rempart';
const steps = ['Un', 'Deux', 'Trois', 'Quatre'].map((title) => ({ title, text: 'Texte', measures: ['Mesure'] }));
const render = <P extends object>(component: FunctionComponent<P>, props: P) =>
  renderToStaticMarkup(createElement(component, props));

const named = {
  'the infrastructure': render(ServicePicture, { slug: 'infrastructure', label }),
  'the managed services': render(ServicePicture, { slug: 'managed-services', label }),
  'the cybersecurity': render(ServicePicture, { slug: 'cybersecurity', label }),
  'the cloud': render(ServicePicture, { slug: 'microsoft-cloud', label }),
  'the layers': render(DefenceLayers, { layers: steps, label }),
  'the certificate': render(CertificatePicture, {
    issuer: 'PECB',
    title: 'PECB Certified',
    copy: { heading: '', statement: '', holder: '', requirement: '', issued: '', number: '', validity: '' },
    label,
  }),
  'the map': render(RegionsMap, {
    regions: steps.map(({ title }) => ({ name: title })),
    cities: ['Nice'],
    label,
  }),
};
const unnamed = {
  'the report': render(AuditReportPicture, {
    caption: 'Exemple',
    document: 'Rapport',
    page: 'Page 1',
    title: 'Synthèse',
    annotation: 'Ici',
    columns: { severity: 'Gravité', owner: 'Responsable', delay: 'Délai' },
    findings: [{ finding: 'Constat', severity: 'Critique', owner: 'Direction', delay: 'Ce mois-ci' }],
  }),
  'the bay and the fort': render(BayFort, {}),
  'the logo': render(Logo, { name: 'Rempart Azur' }),
  'the dividing line': render(RampartEdge, {}),
  'the steps': render(StepsLine, { steps }),
  'the migration': render(MigrationLine, { items: steps, mailboxes: ['Avant', 'Après'] }),
  'the method': render(MethodWall, {
    subjects: ['Sauvegarde', 'Accès', 'Licences'],
    items: steps.map((step) => ({ ...step, document: { title: 'Plan', note: 'Décision', lines: ['a', 'b', 'c'] } })),
  }),
  'the days': render(CourseDays, { days: steps, exam: 'Examen', label }),
  'fourteen days': render(CasePicture, { kind: 'days', weeks: ['Semaine 1', 'Semaine 2'] }),
  'lower costs': render(CasePicture, { kind: 'costs', before: 'Avant', after: 'Après' }),
  'a metered year': render(BillingBricks, {}),
  'a shop in plan': render(PremisesPlan, { kind: 'shop', labels: ['Caisse', 'Rayons', 'Clients'] }),
  'the wall of a plan': render(PlanWall, { built: 2, caption: 'En jaune' }),
  'ten years': render(StatisticPicture, { kind: 'years', continents: [] }),
  'a thousand hours': render(StatisticPicture, { kind: 'availability', continents: [] }),
  'the hours of a week': render(StatisticPicture, { kind: 'support', continents: [] }),
  'a day of 24 hours': render(CasePicture, { kind: 'dial', day: 'Jour', night: 'Nuit', opens: '8 h', closes: '18 h' }),
  'the invoice line': render(InvoiceLine, {
    title: 'Une ligne de facture',
    product: 'Licence',
    base: 'Base 100',
    vendor: { label: 'Tarif éditeur', amount: '100' },
    margin: { label: 'Marge', amount: '15' },
    total: { label: 'Total', amount: '115' },
    annotation: 'Écrite',
  }),
};

test.each(Object.entries({ ...named, ...unnamed }))('%s holds no style, id or fixed colour', (_, markup) => {
  expect(markup).toContain('<svg');
  // A pattern is used by its id.
  expect(markup.replaceAll(/<pattern id=/g, '<pattern ')).not.toMatch(/ style=|<style| id=|#[0-9a-f]{3,8}"|rgb\(/i);
});

test.each(Object.entries(named))('%s is an image with its name', (_, markup) => {
  expect(markup).toContain(`role="img" aria-label="${label}"`);
});

test.each(Object.entries(unnamed))('%s hides its drawing from screen readers', (_, markup) => {
  // An <svg> with x or y is nested in another one and hidden with it.
  const outermost = [...markup.matchAll(/<svg[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/ [xy]="/.test(tag));
  expect(outermost).not.toEqual([]);
  expect(outermost.filter((tag) => !tag.includes('aria-hidden="true"'))).toEqual([]);
});

test('steps and days are ordered lists', () => {
  expect(unnamed['the steps'].match(/<li /g)).toHaveLength(4);
  expect(unnamed['the days']).toContain(`<ol aria-label="${label}"`);
});

test('the wall of the method is one course higher after each step', () => {
  const walls = [...unnamed['the method'].matchAll(/<path class="fill-azure" d="([^"]*)"/g)].map(([, d = '']) => d);
  const courses = walls
    .filter((_, index) => index % 2 === 0)
    .map((d) => new Set([...d.matchAll(/M[\d.]+ ([\d.]+)H/g)].map(([, y]) => y)).size);
  expect(courses).toEqual([0, 1, 2, 3]);
});

/** The bricks of dashed lines, each line starting with a whole one. */
const dashesOf = (d: string, pitch: number) =>
  [...d.matchAll(/h(\d+)/g)].reduce((sum, [, length]) => sum + Math.ceil(Number(length) / pitch), 0);

test('a week has 168 hours, and the office is open during fifty of them', () => {
  const lines = [...unnamed['the hours of a week'].matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => dashesOf(d, 15));
  expect(lines).toEqual([168, 50]);
});
