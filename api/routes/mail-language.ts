import { createRoute } from '@hono/zod-openapi';
import { getMailLanguage, setMailLanguage } from '#api/auth/account/mail-language.ts';
import { mailLanguageSchema } from '#contract/mail-language.ts';
import { requestMetadataOf } from './app-env.ts';
import { createPrivateRouter, jsonBody, ok } from './router.ts';

/** The language of all mails to the signed-in user, customer or staff. */
export function mailLanguageRoutes() {
  return createPrivateRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/mail-language',
        summary: 'The language of mails to the user',
        responses: ok(mailLanguageSchema),
      }),
      async (c) => c.json(await getMailLanguage(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/mail-language',
        summary: 'Choose the language of mails',
        request: jsonBody(mailLanguageSchema),
        responses: ok(mailLanguageSchema),
      }),
      async (c) => c.json(await setMailLanguage(c.get('auth'), requestMetadataOf(c), c.req.valid('json')), 200),
    );
}
