import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BrickPicture } from '#app/components/ui/brick-picture.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { DeskTicket } from '#contract/desk-tickets.ts';

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="flex items-center gap-1.5 justify-self-start py-1 text-sm text-muted hover:text-azure print:hidden"
    >
      <Icon name="arrow-left" className="size-4" />
      {children}
    </Link>
  );
}

export function Missing({ text, to, back }: { text: string; to: string; back: string }) {
  return (
    <div className="grid gap-5">
      <BackLink to={to}>{back}</BackLink>
      <div role="alert" className="records-frame grid justify-items-center gap-4 px-6 py-16 text-center">
        <BrickPicture variant="missing" />
        <h1 className="font-sans text-base font-semibold">{text}</h1>
      </div>
    </div>
  );
}

type RowActionProps = {
  /** What it acts on. */ of: string;
  isBusy?: boolean;
  onClick: () => void;
  children: ReactNode;
};

export function RowAction({ of, isBusy = false, onClick, children }: RowActionProps) {
  return (
    // Not `disabled`: the button keeps the focus.
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
      className="row-action aria-disabled:opacity-60"
    >
      {children}
      <span className="sr-only"> {of}</span>
    </button>
  );
}

export function Contact({ contact, email, phone }: Pick<DeskTicket['customer'], 'contact' | 'email' | 'phone'>) {
  if (contact === null && email === null && phone === null) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {contact !== null && <bdi className="wrap-anywhere">{contact}</bdi>}
      {email !== null && (
        <a href={`mailto:${email}`} className="text-azure wrap-anywhere hover:underline">
          {email}
        </a>
      )}
      {phone !== null && (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="whitespace-nowrap text-azure hover:underline">
          {phone}
        </a>
      )}
    </p>
  );
}
