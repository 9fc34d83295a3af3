import { useState } from 'react';
import { useAuth } from './auth-context.tsx';
import { noticeActionClass } from './notice.tsx';

/** Sends another link to an email address that was entered already. */
export function ResendVerification({ email }: { email: string }) {
  const { sendVerification } = useAuth();
  const [said, setSaid] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    const { error } = await sendVerification(email);
    setSaid(error === null ? 'A new link is on its way.' : error.message);
    setIsSending(false);
  };
  return (
    <>
      <button type="button" disabled={isSending} onClick={() => void send()} className={noticeActionClass}>
        Send a new verification link
      </button>
      <p role="status">{said}</p>
    </>
  );
}
