import type { ComponentProps } from 'react';
import { maxCodeLength } from '#contract/limits.ts';
import type { SignInCode } from '#contract/security.ts';
import { TextField } from './field.tsx';

type CodeFieldProps = Pick<SignInCode, 'kind'> &
  Pick<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange' | 'autoFocus'>;

/** For an authenticator code or a recovery code. The attributes select the phone's keyboard and the password manager's suggestion. */
export function CodeField({ kind, label, ...given }: CodeFieldProps) {
  const isRecovery = kind === 'recovery';
  return (
    <TextField
      key={kind}
      label={isRecovery ? 'Recovery code' : label}
      name="code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={maxCodeLength}
      {...given}
    />
  );
}

export const otherKind = (kind: SignInCode['kind']) =>
  kind === 'recovery'
    ? ({ kind: 'totp', label: 'Use a code from the app' } as const)
    : ({ kind: 'recovery', label: 'Use a recovery code' } as const);
