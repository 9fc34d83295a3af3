import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

/** The Clipboard API needs a secure context; on plain http the deprecated command is the fallback. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.style.position = 'fixed';
    field.style.opacity = '0';
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}

const shownForMs = 2000;

type CopyButtonProps = { text: string; label: string; copiedLabel: string };

export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const press = async (button: HTMLElement) => {
    setIsCopied(await copy(text));
    button.focus();
  };
  return (
    <button
      type="button"
      aria-label={isCopied ? copiedLabel : label}
      title={isCopied ? copiedLabel : label}
      onClick={(event) => void press(event.currentTarget)}
      className="grid size-8 shrink-0 place-items-center rounded-md text-muted print:hidden hover:bg-tint hover:text-azure"
    >
      <Icon name={isCopied ? 'check' : 'copy'} className={isCopied ? 'size-4 text-success' : 'size-4'} />
      <span role="status" className="sr-only">
        {isCopied ? copiedLabel : ''}
      </span>
    </button>
  );
}
