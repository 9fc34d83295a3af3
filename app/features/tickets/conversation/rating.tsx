import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { api } from '#app/lib/api-client.ts';
import { textOf } from '#app/lib/form-text.ts';
import { useErrorMessage } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { TicketCard } from '#contract/conversation.ts';
import { maxRatingComment, type Rating as Choice, ratings } from '#contract/ticket-states.ts';
import { useTicketPageCopy } from '../tickets-copy.ts';
import { portalSide } from './ticket-queries.ts';

/** One click says how our help was; a comment can follow. */
export function Rating({ ticket: { id, rating } }: { ticket: TicketCard }) {
  const { rating: copy } = useTicketPageCopy();
  const describeError = useErrorMessage();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const rate = async (choice: Choice, comment?: string) => {
    setIsBusy(true);
    try {
      await api.portal.tickets.rate.$post({ json: { id, rating: choice, ...(comment && { comment }) } });
      if (comment) toast({ source: 'rating', title: copy.sent });
    } catch (error) {
      toast({ source: 'rating', title: describeError(error), variant: 'destructive' });
    }
    await client.invalidateQueries({ queryKey: portalSide.ticketKey(id) });
    setIsBusy(false);
  };
  return (
    <section id="rating" aria-labelledby="rating-title" className="reply-box">
      <h3 id="rating-title" className="font-sans text-base font-semibold tracking-normal">
        {copy.title}
      </h3>
      <div className="flex flex-wrap gap-2">
        {ratings.map((choice) => (
          <Button
            key={choice}
            variant={choice === rating ? 'primary' : 'secondary'}
            size="sm"
            aria-pressed={choice === rating}
            disabled={isBusy}
            onClick={() => void rate(choice)}
          >
            {copy.choices[choice]}
          </Button>
        ))}
      </div>
      {rating !== null && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const comment = textOf(new FormData(form), 'comment');
            if (comment !== '') void rate(rating, comment).then(() => form.reset());
          }}
        >
          <p role="status" className="text-sm text-muted">
            {copy.thanks}
          </p>
          <label className="grid gap-1.5 text-sm font-semibold">
            {copy.comment}
            <textarea
              name="comment"
              rows={3}
              maxLength={maxRatingComment}
              className="rounded-md border border-line-strong bg-surface px-3 py-2 font-normal text-ink"
            />
          </label>
          <Button type="submit" variant="secondary" size="sm" disabled={isBusy} className="justify-self-start">
            {copy.send}
          </Button>
        </form>
      )}
    </section>
  );
}
