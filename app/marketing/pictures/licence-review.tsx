import { classNames } from '#app/components/ui/class-names.ts';
import { Sheet } from './sheet.tsx';
import type { MicrosoftCloudPage } from '#content/schema/service.ts';

type LicenceReviewProps = MicrosoftCloudPage['licenceReview'];

/** The review before a renewal: which licences are used, and which are not worth paying for again. */
export function LicenceReview({ title, note, paid, used, unused, columns, rows }: LicenceReviewProps) {
  return (
    <Sheet title={title} note={note}>
      <div className="mt-4 text-sm">
        <p className="font-semibold">{paid}</p>
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="mt-2 h-6 w-full">
          <path className="fill-azure" d="M0 0h79.5v6H0z" />
          <path className="fill-sun" d="M80.5 0H100v6H80.5z" />
        </svg>
        <p className="mt-1.5 flex justify-between gap-x-4">
          <span>{used}</span>
          <span>{unused}</span>
        </p>
      </div>
      <table className="mt-5 w-full border-collapse text-left text-sm">
        <thead>
          <tr className="rule-head text-muted">
            {columns.map((column) => (
              <th key={column} scope="col" className="pr-4 pb-2 font-normal last:pr-0">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.holder} className="border-line align-top text-balance not-last:border-b">
              <th scope="row" className="w-[49%] py-2.5 pr-4 font-semibold">
                {row.holder}
                <span className="block font-normal text-muted">{row.usage}</span>
              </th>
              <td className={classNames('py-2.5', row.isRemoved && 'font-semibold text-sun-ink')}>{row.decision}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}
