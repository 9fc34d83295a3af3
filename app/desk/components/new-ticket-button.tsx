import { Suspense, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { canDo, type NewTicketProps, useDesk } from './desk-context.ts';

type NewTicketButtonProps = Omit<NewTicketProps, 'onClose'> & { label?: string; variant?: 'primary' | 'secondary' };

export function NewTicketButton({ label, variant = 'primary', ...props }: NewTicketButtonProps) {
  const { copy, me, NewTicket } = useDesk();
  const [isOpen, setIsOpen] = useState(false);
  if (!canDo(me, 'support')) return null;
  return (
    <>
      <Button variant={variant} size="sm" onClick={() => setIsOpen(true)}>
        <Icon name="plus" className="size-4" />
        {label ?? copy.palette.newTicket}
      </Button>
      <Suspense>{isOpen && <NewTicket {...props} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
