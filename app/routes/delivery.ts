import { createHash } from 'node:crypto';
import { delivery } from '#content/delivery.ts';
import type { Notice } from '#content/schema/form-pages.ts';
import type { Delivery } from '#app/marketing/public-forms/public-form.tsx';

/** For loaders of pages with a form. Undefined unless the build is one with `LEADS=deliver`: the form then makes no request. */
export const deliveryOf = (form: Delivery['form'], page: string, { summary, details }: Notice): Delivery | undefined =>
  import.meta.env.VITE_LEADS === 'deliver'
    ? {
        form,
        page,
        consent: createHash('sha256')
          .update([summary, ...details].join('\n'))
          .digest('hex'),
        ...delivery,
      }
    : undefined;
