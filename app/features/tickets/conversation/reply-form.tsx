import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ComposerForm, MergedNotice } from '#app/components/conversation/composer-form.tsx';
import { useComposer, type Written } from '#app/components/conversation/use-composer.ts';
import { api } from '#app/lib/api-client.ts';
import { addDays, type Formats } from '#app/lib/formats.ts';
import { MembershipContext, useFormats } from '#app/lib/portal-context.ts';
import { refetchRecordsInAllTabs } from '#app/lib/query-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { TicketPageCopy } from '#content/portal/en/conversation.ts';
import type { Replied, TicketCard } from '#contract/conversation.ts';
import { hasVisibleText } from '#contract/limits.ts';
import { reopenDays, silenceDays } from '#contract/ticket-states.ts';
import { useTicketPageCopy } from '../tickets-copy.ts';
import { ticketPath } from '../tickets-list.tsx';
import { cardQuery } from './ticket-queries.ts';

/** What a reply does; said before it is sent. On a resolved ticket it is an answer: it works, or is still broken. */
type Effect = keyof TicketPageCopy['reply']['titles'];
type Reply = keyof TicketPageCopy['reply']['submit'];
const answers = ['works', 'broken'] as const;
const isAnswer = (reply: string | null): reply is (typeof answers)[number] => answers.some((one) => one === reply);

type ReplyFormProps = { ticket: TicketCard; userId: string; /** Beside the buttons. */ aside: ReactNode };

export function ReplyForm({ ticket, userId, aside }: ReplyFormProps) {
  const { reply: copy } = useTicketPageCopy();
  const { id, mergedInto, replyEffect } = ticket;
  const effect: Effect = mergedInto === null ? replyEffect : 'merged';
  const customerId = useContext(MembershipContext)?.customerId;
  const client = useQueryClient();
  const navigate = useNavigate();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The links of a mail name an answer. It is given by its button only: programs follow links too.
  const named = useSearchParams()[0].get('answer');
  useEffect(() => {
    if (isAnswer(named)) section.current?.querySelector<HTMLElement>(`button[value=${named}]`)?.focus();
  }, [named]);

  const send = (reply: Reply, { draft: { body }, fileIds, header }: Written): Promise<Replied> => {
    if (!isAnswer(reply)) return api.portal.tickets.reply.$post({ json: { id, body, fileIds }, header });
    const text = hasVisibleText(body) ? { body, fileIds } : {};
    return api.portal.tickets.answer.$post({ json: { id, works: reply === 'works', ...text }, header });
  };
  const show = ({ ticket: written, isFollowUp }: Replied, reply: Reply) => {
    // The buttons of an answer are gone.
    if (written.id === id) return isAnswer(reply) ? heading.current?.focus() : undefined;
    toast({
      source: 'reply',
      title: isFollowUp ? copy.followUp.title : copy.elsewhere.title,
      description: isFollowUp
        ? copy.followUp.description(written.ticketNumber, ticket.ticketNumber)
        : copy.elsewhere.description(written.ticketNumber),
    });
    return void navigate(ticketPath(written.id));
  };
  const composer = useComposer<Reply, Replied>({
    ticketId: id,
    // A draft is written for one of the user's customers.
    owner: `${userId} ${customerId}`,
    withoutText: answers,
    send,
    onSent: ({ ticket: written }) => {
      client.setQueryData(cardQuery(written.id).queryKey, written);
      refetchRecordsInAllTabs(client, 'tickets');
    },
    onShown: show,
  });

  const explanation = explanationOf(ticket, effect, { copy, formats: useFormats() });
  return (
    <section ref={section} aria-labelledby="reply-title" className="reply-box">
      <h3
        id="reply-title"
        ref={heading}
        tabIndex={-1}
        className="font-sans text-base font-semibold tracking-normal outline-none"
      >
        {copy.titles[effect]}
      </h3>
      {explanation !== null && <p className="text-sm text-muted">{explanation}</p>}
      <ComposerForm<Reply>
        composer={composer}
        label={effect === 'answer' ? copy.answerLabel : copy.label}
        hint={copy.hint}
        copy={copy}
        aside={aside}
        {...(effect === 'answer'
          ? { actions: answers }
          : { actions: [effect], keys: { text: copy.keys, enter: effect } })}
      />
    </section>
  );
}

function explanationOf(
  { status, closedAt, mergedInto, ticketNumber }: TicketCard,
  effect: Effect,
  { copy, formats }: { copy: TicketPageCopy['reply']; formats: Formats },
): ReactNode {
  if (mergedInto !== null) return <MergedNotice into={mergedInto} />;
  if (effect === 'answer') return formats.plural(silenceDays, copy.resolved);
  if (effect === 'reopen')
    return closedAt === null ? copy.closed : copy.closedUntil(formats.longDay(addDays(closedAt, reopenDays)));
  if (effect === 'follow_up') return copy.closedForLong(formats.plural(reopenDays, copy.days), ticketNumber);
  return status === 'waiting_customer' ? copy.waiting : null;
}
