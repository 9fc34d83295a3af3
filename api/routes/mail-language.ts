import { getMailLanguage, setMailLanguage } from '#api/auth/account/mail-language.ts';
import { mailLanguageSchema } from '#contract/mail-language.ts';
import { requestMetadataOf } from './app-env.ts';
import { createPrivateRouter, get, jsonBody, ok, post } from './router.ts';

/** The language of all mails to the signed-in user, customer or staff. */
export function mailLanguageRoutes() {
  return createPrivateRouter()
    .openapi(
      get('/mail-language', 'The language of mails to the user', { responses: ok(mailLanguageSchema) }),
      async (c) => c.json(await getMailLanguage(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      post('/mail-language', 'Choose the language of mails', {
        request: jsonBody(mailLanguageSchema),
        responses: ok(mailLanguageSchema),
      }),
      async (c) => c.json(await setMailLanguage(c.get('auth'), requestMetadataOf(c), c.req.valid('json')), 200),
    );
}
