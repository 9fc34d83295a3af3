// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { useCommonCopy } from '#app/lib/portal-context.ts';
import { maxCodeLength, minPasswordLength } from '#contract/limits.ts';
import type { SignInCode } from '#contract/security.ts';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

function PasswordField(props: PasswordFieldProps) {
  const { showPassword, capsLock } = useCommonCopy().credentials;
  const [isShown, setIsShown] = useState(false);
  const [isCapsLock, setIsCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setIsCapsLock(event.getModifierState('CapsLock'));
  return (
    <div>
      <TextField
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setIsCapsLock(false)}
        trailing={
          <button
            type="button"
            aria-label={showPassword}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="grid size-10 place-items-center rounded-md text-muted hover:text-ink"
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} className="size-5" />
          </button>
        }
      />
      <p role="status" className="text-xs text-sun-ink">
        {isCapsLock && <span className="mt-1.5 block">{capsLock}</span>}
      </p>
    </div>
  );
}

export const CurrentPasswordField = (props: Pick<PasswordFieldProps, 'name' | 'label'>) => (
  <PasswordField {...props} autoComplete="current-password" required />
);

/** The default hint says only how long it must be. */
export function NewPasswordField(props: Pick<PasswordFieldProps, 'name' | 'label' | 'hint'>) {
  const { passwordHint } = useCommonCopy().credentials;
  return (
    <PasswordField
      hint={passwordHint(minPasswordLength)}
      {...props}
      autoComplete="new-password"
      required
      minLength={minPasswordLength}
    />
  );
}

type CodeFieldProps = Pick<SignInCode, 'kind'> & Pick<ComponentProps<typeof TextField>, 'label' | 'autoFocus'>;

/** For an authenticator code or a recovery code. The attributes select the phone's keyboard and the password manager's suggestion. */
export function CodeField({ kind, label, ...props }: CodeFieldProps) {
  const { recoveryCode } = useCommonCopy().credentials;
  const isRecovery = kind === 'recovery';
  return (
    <TextField
      key={kind}
      label={isRecovery ? recoveryCode : label}
      name="code"
      dir="ltr"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={maxCodeLength}
      {...props}
    />
  );
}

export function useOtherKind(kind: SignInCode['kind']) {
  const { insteadAppCode, insteadRecoveryCode } = useCommonCopy().credentials;
  return kind === 'recovery'
    ? ({ kind: 'totp', label: insteadAppCode } as const)
    : ({ kind: 'recovery', label: insteadRecoveryCode } as const);
}
