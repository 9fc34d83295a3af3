import { useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import { TicketsTab } from '#app/features/tickets/tickets-tab.tsx';
import type { PortalContext } from './portal-screen.tsx';

export default function Support() {
  const { user, onSignedOut } = useOutletContext<PortalContext>();
  const client = useQueryClient();
  const refreshCounts = () => void client.invalidateQueries({ queryKey: ['overview'] });
  return <TicketsTab userId={user.id} onSignedOut={onSignedOut} onCreated={refreshCounts} />;
}
