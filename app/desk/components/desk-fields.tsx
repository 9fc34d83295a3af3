import { type ComponentProps, createContext, use } from 'react';
import { SelectField, TextAreaField, TextField } from '#app/components/ui/field.tsx';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import { maxReasonLength } from '#contract/staff.ts';

/** What is wrong with the fields of a dialog, by name. */
export const FieldErrors = createContext<Record<string, string>>({});
const useError = (name = '') => use(FieldErrors)[name];

export const DeskTextField = (props: ComponentProps<typeof TextField>) => (
  <TextField {...props} error={useError(props.name)} />
);

export const DeskTextArea = (props: ComponentProps<typeof TextAreaField>) => (
  <TextAreaField {...props} error={useError(props.name)} />
);

export const DeskSelect = (props: ComponentProps<typeof SelectField>) => (
  <SelectField {...props} error={useError(props.name)} />
);

/** Browsers accept `name@host`; the API wants a domain. */
export const emailField = {
  name: 'email',
  type: 'email',
  autoComplete: 'off',
  maxLength: 254,
  pattern: String.raw`[^@\s]+@[^@\s]+\.[^@\s]+`,
} as const;

/** Why staff change something; see contract/desk-records.ts. */
export const reasonField = { name: 'reason', required: true, minLength: 3, maxLength: maxReasonLength } as const;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

function errorOf(control: Control, { dialog }: DeskCopy): string | undefined {
  const { validity, required, type, value } = control;
  if (type === 'date' && validity.badInput) return dialog.invalidDay;
  if (required && value.trim() === '') return dialog.missing;
  if (type === 'email' && !validity.valid) return dialog.invalidEmail;
  return validity.tooShort ? dialog.tooShort : undefined;
}

/** In the words of the desk instead of the browser's, and all at once. The first invalid field gets the focus. */
export function findErrors(form: HTMLFormElement, copy: DeskCopy): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const element of [...form.elements].toReversed()) {
    const error = isControl(element) ? errorOf(element, copy) : undefined;
    if (!isControl(element) || error === undefined) continue;
    errors[element.name] = error;
    element.focus();
  }
  return errors;
}
