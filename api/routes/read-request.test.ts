import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeApi } from '#tests/support/fixtures.ts';
import { setUpKeys } from '#tests/support/keys.ts';

describeApi({ settings: { readLimit: 0 } }, ({ database, api }) => {
  const { makeKey } = setUpKeys(database, api);

  test('another encoding than UTF-8 is rejected, in the body and in the path: letters would be lost', async () => {
    const { key, send: put } = await makeKey();
    const number = randomUUID().slice(0, 8);
    const latin1 = await api.request(`/api/v1/customers/${number}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json; charset=iso-8859-1' },
      body: Buffer.from('{"name": "Café"}', 'latin1'),
    });
    expect([latin1.status, await latin1.json()]).toMatchObject([400, { error: { code: 'bad_request' } }]);
    for (const path of ['%E9', '%C0%AF', '%ED%A0%80', '100%'])
      expect([path, (await put('PUT', `/customers/${number}${path}`, { name: number })).status]).toEqual([path, 400]);
    expect((await put('PUT', `/customers/${number}%C3%A9`, { name: number })).body.record.number).toBe(`${number}é`);
  });
});
