import { Allowed } from '#app/desk/components/allowed.tsx';
import { Mails } from '#app/desk/mails/mails.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';

const mailsCopy = copyPart(() => import('#content/desk/fr/mails.ts'), {
  en: () => import('#content/desk/en/mails.ts'),
});
preloadCopy(deskLanguages, mailsCopy);

export default function MailsRoute() {
  const { mails } = useCopy(mailsCopy);
  return (
    <Allowed to={['support']}>
      <Mails copy={mails} />
    </Allowed>
  );
}
