import { download } from '#app/components/data-list/export-rows.ts';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';

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
