import { resolve } from 'node:path';
import { nginxConfiguration } from '#main/admin/nginx/nginx-configuration.ts';
import { relocate, startNginx } from '#tests/support/nginx.ts';
import { deliverBuilds } from '../../../scripts/ci/deliver-build.ts';
import { freePort } from '../../../scripts/lib/processes.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';
import { formOf, person } from '../public/visitor.ts';
import { expect, newEmail, test } from './deliver-test.ts';

const { BUILD_FOLDER: buildFolder } = deliverBuilds.deliver.settings;

test('behind nginx, forms post, their errors are pages, and the checklist is a PDF', async ({
  page,
  visit,
  baseURL: siteUrl,
  leadsOf,
  request,
}) => {
  test.skip(!(await hasSystemPart('nginx')), 'nginx is not installed');
  const port = await freePort();
  const baseURL = siteUrl ?? '';
  const nginx = await startNginx({
    port,
    http: (folder) =>
      relocate(nginxConfiguration({ siteUrl: baseURL, upstreams: ['127.0.0.1:3000'], hasCertificate: false }), {
        folder,
        client: resolve(buildFolder, 'client'),
        port,
        redirectPort: 0,
        upstream: Number(new URL(baseURL).port),
      }),
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    // A plain form, with the origin that the server knows.
    await visit('/contact');
    const { form } = formOf(page);
    const hidden = await form.evaluate(
      (element: HTMLFormElement) => Object.fromEntries(new FormData(element)) as Record<string, string>,
    );
    const email = newEmail('nginx');
    const post = (phone: string) =>
      request.post(`${origin}/api/leads`, {
        form: { ...hidden, ...person, email, phone, message: 'Bonjour à tous, nginx.' },
        headers: { Origin: baseURL },
        maxRedirects: 0,
      });
    const refused = await post('demain');
    expect(refused.status()).toBe(400);
    expect(refused.headers()).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await refused.text()).toContain('Votre demande n’a pas été envoyée');
    expect(await refused.text()).toContain('Bonjour à tous, nginx.');
    expect(await leadsOf(email)).toEqual([]);

    const sent = await post('');
    expect([sent.status(), sent.headers()['location']]).toEqual([303, '/contact#demande-envoyee']);
    expect((await request.get(`${origin}/contact`)).status()).toBe(200);
    expect(await leadsOf(email)).toMatchObject([{ form: 'contact', page: '/contact' }]);

    const path = '/documents/checklist-cybersecurite.pdf';
    const [direct, proxied] = [await request.get(path), await request.get(`${origin}${path}`)];
    expect(proxied.status()).toBe(200);
    for (const name of ['content-type', 'content-security-policy', 'x-robots-tag', 'x-content-type-options', 'etag'])
      expect([name, proxied.headers()[name]]).toEqual([name, direct.headers()[name]]);
    expect(proxied.headers()['content-type']).toBe('application/pdf');
    // Browsers show a PDF with a page of their own, which another rule would break.
    expect(proxied.headers()['content-security-policy']).toBe("frame-ancestors 'none'");
    expect((await proxied.body()).equals(await direct.body())).toBe(true);
  } finally {
    await nginx.stop();
  }
});
