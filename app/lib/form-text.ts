/** The text of a field as it was typed, such as a password: blanks may be part of it. */
export function typedText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export const textOf = (form: FormData, name: string) => typedText(form, name).trim();
