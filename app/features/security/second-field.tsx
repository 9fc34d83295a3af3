import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import type { SignInCode } from '#contract/security.ts';

/** A code from the authenticator, or a recovery code for a day without it. */
export function SecondField({ kind, code, onChange }: SignInCode & { onChange: (given: SignInCode) => void }) {
  const isRecovery = kind === 'recovery';
  return (
    <div className="grid gap-2">
      <TextField
        key={kind}
        label={isRecovery ? 'Recovery code' : 'Code from the app'}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={40}
        value={code}
        onChange={({ target }) => onChange({ kind, code: target.value })}
      />
      <Button
        look="quiet"
        size="sm"
        className="-ml-4 justify-self-start"
        onClick={() => onChange({ kind: isRecovery ? 'totp' : 'recovery', code: '' })}
      >
        {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
      </Button>
    </div>
  );
}
