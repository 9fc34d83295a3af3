import { withoutHiddenMarks } from '#contract/limits.ts';

export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = withoutHiddenMarks(name);
  link.click();
  // The download may still be reading from the URL.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
