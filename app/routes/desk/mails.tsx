import { Allowed } from '#app/features/desk/allowed.tsx';
import { Mails } from '#app/features/desk/mails.tsx';
import { mails } from '#content/desk/mails.ts';

export default function MailsRoute() {
  return (
    <Allowed to={['support']}>
      <Mails copy={mails} />
    </Allowed>
  );
}
