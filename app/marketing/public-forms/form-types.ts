import type { ComponentProps, ReactNode, RefObject } from 'react';
import type { Send } from './deliver.ts';
import type { Delivery } from './delivery-parts.tsx';

export type PublicFormOptions = {
  name: string;
  clearAfterSubmit?: boolean;
  onSent?: () => void;
  /** Undefined unless `LEADS=deliver`. */
  delivery: Delivery | undefined;
  /** Instead of as a lead. */
  send?: Send | undefined;
};

export type PublicForm = {
  isSent: boolean;
  /** The label of the button while a form is being delivered. */
  sending?: string | undefined;
  /** Why it was not delivered. */
  failure?: ReactNode;
  submitProps: { type: 'submit'; disabled: boolean; 'data-loading': '' | undefined };
  confirmation: RefObject<HTMLDivElement | null>;
  reopen: () => void;
  formProps: ComponentProps<'form'> & { ref: RefObject<HTMLFormElement | null> };
};
