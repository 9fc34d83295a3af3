import { type FormEvent, useState } from 'react';
import { encode } from 'uqr';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { download } from '#app/lib/download.ts';
import { api } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { Security, TotpStart } from '#contract/security.ts';
import { Section, useAccountMutation } from '#app/components/account/account-section.tsx';

export function TotpSection({ hasTotp, recoveryCodesLeft }: Pick<Security, 'hasTotp' | 'recoveryCodesLeft'>) {
  const [setup, setSetup] = useState<TotpStart>();
  const [codes, setCodes] = useState<string[]>();
  const { run, isBusy, errorMessage } = useAccountMutation();

  const start = () => run(async () => setSetup(await api.auth.totp.start.$post()));
  const finish = (code: string) =>
    run(async () => {
      const { recoveryCodes } = await api.auth.totp.finish.$post({ json: { code } });
      setSetup(undefined);
      setCodes(recoveryCodes);
      toast({ title: 'Second factor on', description: 'From now on we ask for a code when you sign in.' });
    });
  const renew = () => run(async () => setCodes((await api.auth['recovery-codes'].$post()).recoveryCodes));
  const remove = () =>
    run(async () => {
      await api.auth.totp.remove.$post();
      setCodes(undefined);
      toast({ title: 'Second factor off', description: 'Your password alone signs you in again.' });
    });

  return (
    <Section
      title="Codes from an app"
      icon="shield-check"
      description="A second factor: an authenticator app shows a code that you type after your password."
      aside={<Badge variant={hasTotp ? 'success' : 'secondary'}>{hasTotp ? 'On' : 'Off'}</Badge>}
    >
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {setup !== undefined && (
        <Setup
          {...setup}
          isBusy={isBusy}
          errorMessage={errorMessage}
          onCode={finish}
          onCancel={() => setSetup(undefined)}
        />
      )}
      {setup === undefined && <FormError message={errorMessage} />}
      {setup === undefined && !hasTotp && (
        <Button size="sm" disabled={isBusy} onClick={() => void start()} className="justify-self-start">
          {isBusy ? 'Preparing...' : 'Set up'}
        </Button>
      )}
      {hasTotp && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="w-full text-sm">
            {recoveryCodesLeft} {recoveryCodesLeft === 1 ? 'recovery code is' : 'recovery codes are'} left.
          </p>
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void renew()}>
            New recovery codes
          </Button>
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void remove()}>
            Turn off
          </Button>
        </div>
      )}
    </Section>
  );
}

type SetupProps = TotpStart & {
  isBusy: boolean;
  errorMessage: string | undefined;
  onCode: (code: string) => Promise<unknown>;
  onCancel: () => void;
};

function Setup({ uri, secret, isBusy, errorMessage, onCode, onCancel }: SetupProps) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onCode(code);
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className="grid max-w-md content-start gap-4">
        <p className="text-sm">
          Scan it with an authenticator app, or type this key into one:
          <span className="mt-1.5 flex items-center gap-1">
            <code className="min-w-0 font-mono text-sm wrap-anywhere">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={secret} label="Copy the key" />
          </span>
        </p>
        <TextField
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={10}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <FormError message={errorMessage} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="sm" disabled={isBusy}>
            {isBusy ? 'Checking...' : 'Turn on'}
          </Button>
          <Button variant="quiet" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Dark on light in both themes: not all scanners read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border border-line"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}

/** Shown once: the server stores only hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="grid gap-3 rounded-md bg-sun-tint p-4">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 className="font-sans text-sm font-semibold tracking-normal">Your recovery codes</h3>
          <p className="mt-1 text-sm">
            Keep them where your phone is not. Each lets you in once without the app. They are not shown again.
          </p>
        </div>
        <CopyButton text={text} label="Copy the recovery codes" />
      </div>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2 sm:justify-start"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => download(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <Icon name="download" className="size-4" />
          Download
        </Button>
        <Button size="sm" onClick={onDone}>
          I've saved them
        </Button>
      </div>
    </div>
  );
}
