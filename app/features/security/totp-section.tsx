import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { QrCode } from '#app/components/ui/qr-code.tsx';
import { download } from '#app/lib/download.ts';
import { api } from '#app/lib/api-client.ts';
import { useCommonCopy, useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { Enrolment, Security, TotpStart } from '#contract/security.ts';
import { Section, useAccountMutation } from '#app/components/account/account-section.tsx';
import { sectionIds } from './protection.tsx';
import { useSecurityCopy } from './security-copy.ts';

type TotpSectionProps = Pick<Security, 'hasTotp' | 'recoveryCodesLeft' | 'needsEnrolmentCode' | 'hasPassword'> & {
  enrolment: Enrolment;
};

export function TotpSection({
  hasTotp,
  recoveryCodesLeft,
  needsEnrolmentCode,
  hasPassword,
  enrolment,
}: TotpSectionProps) {
  const { totp: copy } = useSecurityCopy();
  const formats = useFormats();
  const [setup, setSetup] = useState<TotpStart>();
  const [codes, setCodes] = useState<string[]>();
  const { run, isBusy, errorMessage } = useAccountMutation();

  const content = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: without this the focus would fall back to the start of the page.
  const focusContent = () => content.current?.focus();

  const start = () => run(async () => setSetup(await api.auth.totp.start.$post({ json: enrolment })));
  const finish = (code: string) =>
    run(async () => {
      const { recoveryCodes } = await api.auth.totp.finish.$post({ json: { code, ...enrolment } });
      setSetup(undefined);
      setCodes(recoveryCodes);
      const { title, description, forDesk } = copy.turnedOn;
      toast({ title, description: needsEnrolmentCode ? forDesk : description });
    });
  const renew = () => run(async () => setCodes((await api.auth['recovery-codes'].$post()).recoveryCodes));
  const remove = () =>
    run(async () => {
      await api.auth.totp.remove.$post();
      setCodes(undefined);
      toast(copy.turnedOff);
      focusContent();
    });

  return (
    <Section
      id={sectionIds.codes}
      title={copy.title}
      description={copy.description}
      badge={<Badge variant={hasTotp ? 'success' : 'secondary'}>{hasTotp ? copy.on : copy.off}</Badge>}
    >
      <div ref={content} tabIndex={-1} className="grid gap-4 outline-none">
        {codes !== undefined && (
          <RecoveryCodes
            codes={codes}
            onDone={() => {
              setCodes(undefined);
              focusContent();
            }}
          />
        )}
        {setup !== undefined && (
          <Setup
            {...setup}
            isBusy={isBusy}
            errorMessage={errorMessage}
            onCode={finish}
            onCancel={() => {
              setSetup(undefined);
              focusContent();
            }}
          />
        )}
        {setup === undefined && <FormError message={errorMessage} />}
        {!hasPassword && <p className="text-sm text-muted">{copy.noPassword}</p>}
        {setup === undefined && !hasTotp && hasPassword && (
          <Button size="sm" disabled={isBusy} onClick={() => void start()} className="justify-self-start">
            {isBusy ? copy.preparing : copy.setUp}
          </Button>
        )}
        {hasTotp && (
          <div className="flex flex-wrap items-center gap-3">
            <p className="w-full text-sm">{formats.plural(recoveryCodesLeft, copy.codesLeft)}</p>
            <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void renew()}>
              {copy.renew}
            </Button>
            <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void remove()}>
              {copy.turnOff}
            </Button>
          </div>
        )}
      </div>
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
  const { totp: copy } = useSecurityCopy();
  const { cancel, copied } = useCommonCopy();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onCode(field.current?.value ?? '');
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode text={uri} label={copy.qrCode} />
      <div className="grid max-w-md content-start gap-4">
        <p className="text-sm">
          {copy.scan}
          <span className="mt-1.5 flex items-center gap-1">
            <code dir="ltr" translate="no" className="min-w-0 font-mono text-sm wrap-anywhere">
              {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <CopyButton text={secret} label={copy.copyKey} copiedLabel={copied} />
          </span>
        </p>
        <TextField
          ref={field}
          label={copy.code}
          name="code"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={10}
        />
        <FormError message={errorMessage} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="sm" disabled={isBusy}>
            {isBusy ? copy.checking : copy.turnOn}
          </Button>
          <Button variant="quiet" size="sm" onClick={onCancel}>
            {cancel}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Shown once: the server stores only hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { recoveryCodes: copy } = useSecurityCopy();
  const { copied } = useCommonCopy();
  const text = `${codes.join('\n')}\n`;
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} tabIndex={-1} className="grid gap-3 rounded-md bg-sun-tint p-4 outline-none">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 className="font-sans text-sm font-semibold tracking-normal">{copy.title}</h3>
          <p className="mt-1 text-sm">{copy.description}</p>
        </div>
        <CopyButton text={text} label={copy.copy} copiedLabel={copied} />
      </div>
      <ul aria-label={copy.list} className="grid gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2 sm:justify-start">
        {codes.map((code) => (
          <li key={code}>
            <bdi>{code}</bdi>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => download(new Blob([text], { type: 'text/plain' }), copy.fileName)}
        >
          <Icon name="download" className="size-4" />
          {copy.download}
        </Button>
        <Button size="sm" onClick={onDone}>
          {copy.done}
        </Button>
      </div>
    </div>
  );
}
