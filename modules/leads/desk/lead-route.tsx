import { StaffCopyContext } from '#app/desk/components/desk-context.ts';
import { LeadComposer } from './lead-composer.tsx';
import { LeadPage } from './lead.tsx';
import { copyPart, preloadCopy, useCopy } from '#app/lib/copy.ts';
import { deskLanguages } from '#contract/languages.ts';
import type { DeskLead } from '../contract/desk-leads.ts';

const staffConversationCopy = copyPart(() => import('#content/desk/fr/staff-conversation.ts'), {
  en: () => import('#content/desk/en/staff-conversation.ts'),
});
preloadCopy(deskLanguages, staffConversationCopy);

/** The canned replies have the copy of conversations. */
function Composer({ lead }: { lead: DeskLead }) {
  const { staffConversation } = useCopy(staffConversationCopy);
  return (
    <StaffCopyContext value={staffConversation}>
      <LeadComposer lead={lead} />
    </StaffCopyContext>
  );
}

export default function LeadRoute({ id }: { id: string }) {
  return <LeadPage id={id} composer={Composer} />;
}
