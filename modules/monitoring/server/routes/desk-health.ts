import type { Files } from '#api/files/files.ts';
import { createDeskRouter, get, ok, permissions } from '#api/routes/router.ts';
import { deskHealthSchema } from '../../contract/desk-health.ts';
import type { CheckInput } from '../checks.ts';
import { getHealth } from '../health.ts';
import type { ReadProbes } from '../probes.ts';

export const deskHealthRoutes = (files: Files, settings: CheckInput['settings'], readProbes: ReadProbes) =>
  createDeskRouter().openapi(
    get('/health', 'The checks of the service, mail, backup, retention, database and the folder of files', {
      ...permissions('admin'),
      responses: ok(deskHealthSchema),
    }),
    async (c) => {
      const deps = { database: c.get('database'), files, readProbes, settings };
      return c.json(await getHealth(deps, c.get('caller')), 200);
    },
  );
