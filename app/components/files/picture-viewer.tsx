import { createPortal } from 'react-dom';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useConversation } from '#app/components/conversation/side.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { Attachment } from '#contract/attachments.ts';

type PictureViewerProps = { pictures: readonly Attachment[]; openedId: string; onClose: () => void };

/** The pictures of a ticket in full size, with the arrow keys. The browser's modal dialog keeps the focus and returns it. */
export function PictureViewer({ pictures, openedId, onClose }: PictureViewerProps) {
  const { side, copy } = useConversation();
  const {
    files,
    files: { viewer },
  } = copy;
  const { number } = useFormats();
  const dialog = useRef<HTMLDialogElement>(null);
  const [shownId, setShownId] = useState(openedId);
  const [failedId, setFailedId] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const at = Math.max(
    0,
    pictures.findIndex(({ id }) => id === shownId),
  );
  const shown = pictures[at];
  const step = (by: number) => setShownId(pictures.at((at + by) % pictures.length)?.id ?? shownId);
  const press = (event: KeyboardEvent) => {
    const right = event.currentTarget.matches(':dir(rtl)') ? -1 : 1;
    if (event.key === 'ArrowLeft') step(-right);
    if (event.key === 'ArrowRight') step(right);
  };
  const arrow = (by: number, icon: string, label: string) => (
    <button type="button" aria-label={label} title={label} onClick={() => step(by)} className="picture-button">
      <Icon name={icon} />
    </button>
  );
  // Outside the message, whose list item would repeat the name of the file.
  return createPortal(
    <dialog ref={dialog} aria-label={viewer.title} onClose={onClose} onKeyDown={press} className="picture-viewer">
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 grow text-sm">
          <bdi className="block truncate font-semibold">{shown?.fileName}</bdi>
          {pictures.length > 1 && viewer.position(number(at + 1), number(pictures.length))}
        </p>
        {pictures.length > 1 && arrow(-1, 'arrow-left', viewer.previous)}
        {pictures.length > 1 && arrow(1, 'arrow-right', viewer.next)}
        <button
          type="button"
          aria-label={viewer.close}
          title={viewer.close}
          onClick={() => dialog.current?.close()}
          className="picture-button"
        >
          <Icon name="x" />
        </button>
      </div>
      {shown !== undefined && failedId !== shown.id ? (
        <img
          key={shown.id}
          src={side.api.file.$path({ query: { id: shown.id, inline: '1' } })}
          alt={shown.fileName}
          onError={() => setFailedId(shown.id)}
        />
      ) : (
        <p className="place-self-center">{files.unavailable}</p>
      )}
    </dialog>,
    document.body,
  );
}
