import { ActionLink } from '#app/components/ui/action-link.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Picture } from '#app/marketing/pictures/picture.tsx';
import type { WallPage } from '#content/schema/pages.ts';

/** Five courses of three; one brick in five is missing. */
const bricks = [0, 1, 2, 3, 4].flatMap((row) =>
  [0, 1, 2].map((column) => ({ d: `M${2 + column * 43 + (row % 2) * 8} ${2 + row * 16}h40v13h-40z`, row, column })),
);
const isHole = ({ row, column }: { row: number; column: number }) => (row + 2 * column) % 5 === 3;

/** The way to « Montez votre mur » from other pages. */
export function WallInvitation({ title, text, link }: WallPage['invitation']) {
  return (
    <aside className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-5 border-t-2 border-azure pt-6 lg:mt-14 print:hidden">
      <Picture viewBox="0 0 140 84" className="max-w-28">
        {bricks.map((brick) => (
          <path
            key={brick.d}
            className={isHole(brick) ? 'stroke-line-strong' : 'fill-azure stroke-transparent'}
            strokeDasharray={isHole(brick) ? '2 6' : undefined}
            d={brick.d}
          />
        ))}
      </Picture>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-heading text-xl font-bold">{title}</p>
        <p className="mt-1 text-muted">{text}</p>
      </div>
      <ActionLink to={link.to} className={buttonClass('secondary', 'md', 'max-sm:w-full')}>
        {link.label}
      </ActionLink>
    </aside>
  );
}
