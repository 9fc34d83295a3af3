import assert from 'node:assert/strict';
import { password, users } from '../e2e/portal/users.ts';
import { type Browser, waitFor } from './browser.ts';

const expectedErrors = [
  // product §2
  /^404: unknown route \/no-such-page$/,
  // Firefox applies `default-src 'none'` to <link rel="prefetch">: hovering a link prefetches nothing there.
  /^Content-Security-Policy: .* \(default-src\) at \S+\/services\/cybersecurity /,
];

/** Runs in the page: how many visible elements match, and the centre of the first once nothing covers it. */
function find(selector: string, text: string) {
  const found = [...document.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility() && element.textContent.replaceAll(/\s+/g, ' ').includes(text),
  );
  const [first] = found;
  first?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x = 0, y = 0, width = 0, height = 0 } = first?.getBoundingClientRect() ?? {};
  const [left, top] = [Math.round(x + width / 2), Math.round(y + height / 2)];
  const isReachable = first?.contains(document.elementFromPoint(left, top)) === true && !first.matches(':disabled');
  return { count: found.length, point: isReachable ? { x: left, y: top } : null };
}

/** What a visitor and a customer do most, in any browser. */
export async function runJourney(browser: Browser, origin: string): Promise<void> {
  const open = (path: string) => browser.open(`${origin}${path}`);
  const shows = (selector: string, text = '', count?: number) =>
    waitFor(`${count ?? 'some'} of ${selector} with "${text}"`, async () => {
      const found = await browser.evaluate(find, selector, text);
      return count === undefined ? found.count > 0 : found.count === count;
    });
  const isAt = (path: string) =>
    waitFor(`the page is ${path}`, () => browser.evaluate((wanted) => location.pathname === wanted, path));
  const click = async (selector: string, text = '') => {
    let last = '';
    const { x, y } = await waitFor(`a click on ${selector} with "${text}"`, async () => {
      const { point } = await browser.evaluate(find, selector, text);
      const before = last;
      last = JSON.stringify(point);
      // Not while it moves.
      return before === last ? point : null;
    });
    const press = [{ type: 'pointerMove', x, y }, ...['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))];
    await browser.perform({ type: 'pointer', id: 'mouse', actions: press });
  };
  const fill = async (selector: string, text: string) => {
    await click(selector);
    const keys = Array.from(text).flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    await browser.perform({ type: 'key', id: 'keyboard', actions: keys });
  };
  const expectNoOverflow = async () =>
    assert.equal(
      await browser.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      0,
      'The page is wider than the window.',
    );

  await open('/');
  assert.match(await browser.evaluate(() => document.title), /Rempart Azur/);
  await expectNoOverflow();
  await click('header button[aria-expanded=false]', 'Services');
  await click('header a[href="/services/cybersecurity"]');
  await isAt('/services/cybersecurity');
  await expectNoOverflow();
  await fill('footer form input', 'prenom@entreprise');
  await click('footer form button');
  await shows('footer form', 'Veuillez entrer une adresse email valide');

  await open('/no-such-page');
  await shows('h1');
  assert.match(await browser.evaluate(() => document.title), /introuvable/i);

  await open('/customer-auth');
  await shows('html[data-hydrated]');
  await fill('input[type=email]', users.claire);
  await fill('input[type=password]', password);
  await click('form button[type=submit]', 'Sign In');
  await isAt('/customer-portal');
  await shows('h1', 'Customer Portal');
  await expectNoOverflow();

  const row = '[role=tabpanel] tbody tr[aria-rowindex]';
  await click('[role=tab]', 'Invoices');
  await isAt('/customer-portal/invoices');
  await shows(row, '', 4);
  await fill('input[type=search]', '1,250.50');
  await shows(row, '', 1);
  await shows(row, 'FC-2025-0001');

  await click('[role=tab]', 'Support');
  await shows(row, '', 6);
  await click(`${row} a`, 'TKT-1000');
  await shows('h2', 'Ticket 0');
  await shows('article', 'Something is wrong.', 1);
  const reply = 'Written in another browser: é ù œ';
  await fill('textarea', reply);
  await click('button', 'Send reply');
  await shows('article', reply, 1);
  await shows('article', '', 2);

  await click('button', 'Sign Out');
  await isAt('/customer-auth');
  await open('/customer-portal/invoices');
  await isAt('/customer-auth');
  const unexpected = browser.errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
  assert.deepEqual(unexpected, [], 'Errors in the console.');
}
