import { Button } from '#app/components/ui/button.tsx';
import { CodeField, otherKind } from '#app/components/ui/code-field.tsx';
import type { SignInCode } from '#contract/security.ts';

/** A code from the authenticator, or a recovery code for a day without it. */
export function SecondFactorField({ kind, code, onChange }: SignInCode & { onChange: (given: SignInCode) => void }) {
  const other = otherKind(kind);
  return (
    <div className="grid gap-2">
      <CodeField
        kind={kind}
        label="Code from the app"
        value={code}
        onChange={({ target }) => onChange({ kind, code: target.value })}
      />
      <Button
        variant="quiet"
        size="sm"
        className="-ml-4 justify-self-start"
        onClick={() => onChange({ kind: other.kind, code: '' })}
      >
        {other.label}
      </Button>
    </div>
  );
}
