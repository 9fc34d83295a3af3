import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { canDo, customerPath, labelOf, useDesk } from '#app/desk/components/desk-context.ts';
import { CustomerDialog } from '#app/desk/customers/customers.tsx';
import { api } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { toast } from '#app/lib/toast.ts';
import type { LeadsCopy } from '../copy/desk.fr.ts';
import type { DeskLead } from '../contract/desk-leads.ts';
import { showLead, useLeadsCopy } from './lead-query.ts';
import { leadsApi } from '../shared/leads-api.ts';

/** A lead becomes a customer, or a ticket of one. Both dialogs are those of the desk, filled in with what the lead says. */
export function ConvertLead({ lead }: { lead: DeskLead }) {
  const { me, NewTicket } = useDesk();
  const copy = useLeadsCopy();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'customer' | 'ticket'>();
  const close = () => setOpen(undefined);
  // A second attempt after a failure creates no second customer.
  const created = useRef<{ id: string; name: string }>(undefined);

  /** The customer or the ticket exists by now: that a colleague was faster is said, and nothing is undone. */
  const remember = async (into: { customerId: string } | { ticketId: string }) => {
    try {
      showLead(client, await leadsApi.desk.leads.convert.$post({ json: { id: lead.id, ...into } }));
    } catch (error) {
      const current = currentState(error, 'changed_meanwhile', leadsApi.desk.leads.convert.$post);
      if (current === undefined) throw error;
      showLead(client, current);
      toast({ source: 'lead', title: copy.convertedBefore, variant: 'destructive' });
    }
  };
  return (
    <>
      {canDo(me, 'accounts') && lead.customer === null && (
        <Button variant="secondary" size="sm" onClick={() => setOpen('customer')}>
          {copy.actions.toCustomer}
        </Button>
      )}
      {lead.ticket === null && (
        <Button variant="secondary" size="sm" onClick={() => setOpen('ticket')}>
          {copy.actions.toTicket}
        </Button>
      )}
      {open === 'customer' && (
        <CustomerDialog
          {...copy.customerDialog}
          customer={{ name: lead.company, contact: lead.name, email: lead.email, phone: lead.phone || null }}
          onSave={async (values) => {
            created.current ??= await api.desk.customers.$post({ json: values });
            const { id, name } = created.current;
            void client.invalidateQueries({ queryKey: ['desk', 'customers'] });
            await remember({ customerId: id });
            toast({ source: 'lead', title: copy.converted.customer(name) });
            void navigate(customerPath(id));
          }}
          onClose={close}
        />
      )}
      <Suspense>
        {open === 'ticket' && (
          <NewTicket
            {...(lead.customer !== null && { customerId: lead.customer.id })}
            draft={{
              subject: copy.ticketSubject(copy.forms[lead.form], lead.company),
              description: describe(lead, copy),
            }}
            onOpened={(ticketId) => remember({ ticketId })}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

/** What was typed, as text. */
const describe = ({ values }: DeskLead, copy: LeadsCopy) =>
  values
    .filter(({ name }) => name !== 'agreeTerms')
    .map(({ name, value }) => {
      const label = labelOf(copy.fields, name) ?? name;
      return copy.line(label, labelOf(labelOf(copy.values, name) ?? {}, value) ?? value);
    })
    .join('\n');
