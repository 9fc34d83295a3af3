import { classNames } from '#app/components/ui/class-names.ts';
import { Annotation, Sheet } from './sheet.tsx';
import type { ManagedServicesPage } from '#content/schema/service.ts';

/** A ticket in which everybody writes in their own language. */
export function TicketThread({ title, note, messages, outcome }: ManagedServicesPage['thread']) {
  return (
    <Sheet title={title} note={note} className="rotate-1">
      <ol className="mt-5 grid gap-4">
        {messages.map((message) => (
          <li key={message.text} className={classNames(message.isReply && 'ml-6 sm:ml-12')}>
            <p className="text-xs font-semibold text-muted">{message.author}</p>
            <p
              lang={message.language}
              dir={message.language === 'ar' ? 'rtl' : 'ltr'}
              className={classNames(
                'mt-1 border px-4 py-2.5',
                message.isReply ? 'border-transparent bg-tint' : 'border-line',
                message.language === 'ar' ? 'text-lg' : 'text-sm',
              )}
            >
              {message.text}
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-5 border-t border-line pt-4 text-sm text-balance">
        <Annotation>{outcome}</Annotation>
      </p>
    </Sheet>
  );
}
