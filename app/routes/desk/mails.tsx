import { Allowed } from '#app/desk/components/allowed.tsx';
import { Mails } from '#app/desk/mails/mails.tsx';
import { mails } from '#content/desk/fr/mails.ts';

export default function MailsRoute() {
  return (
    <Allowed to={['support']}>
      <Mails copy={mails} />
    </Allowed>
  );
}
