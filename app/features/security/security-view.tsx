import { useQuery } from '@tanstack/react-query';
import { LoadError, Loading } from '#app/components/data-list/list-states.tsx';
import { ConfirmationProvider } from './confirmation.tsx';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { securityQuery } from './security-queries.ts';
import { SessionsSection } from './sessions-section.tsx';
import { TotpSection } from './totp-section.tsx';

export function SecurityView({ onSignedOut }: { onSignedOut: () => void }) {
  const { data, error, refetch } = useQuery(securityQuery);
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <div>
        <h2 className="text-2xl">Security</h2>
        <p className="mt-1 text-sm text-muted">How your account is protected, and where it is in use.</p>
      </div>
      {data === undefined && error === null && (
        <div className="records-frame">
          <Loading what="your security settings" />
        </div>
      )}
      {data === undefined && error !== null && (
        <div className="records-frame">
          <LoadError what="your security settings" message={error.message} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined && (
        <ConfirmationProvider
          email={data.email}
          hasTotp={data.hasTotp}
          hasPasskey={data.passkeys.length > 0}
          onSignedOut={onSignedOut}
        >
          <SessionsSection />
          <TotpSection hasTotp={data.hasTotp} recoveryCodesLeft={data.recoveryCodesLeft} />
          <PasskeysSection passkeys={data.passkeys} />
          <PasswordSection email={data.email} />
          <EmailSection email={data.email} />
        </ConfirmationProvider>
      )}
    </div>
  );
}
