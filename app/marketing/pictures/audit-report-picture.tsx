import { classNames } from '#app/components/ui/class-names.ts';
import type { AuditPage } from '#content/schema/form-pages.ts';

const levels = { Critique: 3, Élevée: 2, Moyenne: 1 };
const columnsClass = 'grid grid-cols-[0.8fr_1.4fr_1.1fr] gap-x-3 sm:gap-x-5';

/** Page 1 of an audit report as the customer receives it. */
export function AuditReportPicture(props: AuditPage['sample']) {
  const { caption, document, page, title, columns, findings, annotation } = props;
  return (
    <figure>
      <div className="relative border border-line bg-surface p-4 shadow-float sm:p-7 print:shadow-none">
        <p className="flex justify-between gap-4 border-b border-line pb-2 text-xs text-muted">
          <span>{document}</span>
          <span>{page}</span>
        </p>
        <p className="mt-4 font-heading text-xl font-bold">{title}</p>
        <p className="w-fit border border-transparent bg-sun px-2.5 py-1 text-xs font-semibold text-night max-sm:mt-2 max-sm:-rotate-1 sm:absolute sm:-top-3 sm:right-4 sm:rotate-3">
          {annotation}
        </p>
        <p aria-hidden="true" className={classNames(columnsClass, 'mt-3 pl-3 text-xs text-muted sm:pl-4')}>
          <span>{columns.severity}</span>
          <span>{columns.owner}</span>
          <span>{columns.delay}</span>
        </p>
        <ol className="mt-1.5 text-xs">
          {findings.map((row, index) => (
            <li
              key={row.finding}
              className={classNames(
                'border-t border-line py-2.5 pl-3 sm:pl-4',
                index < 2 && 'shadow-[inset_4px_0_0_var(--sun)]',
              )}
            >
              <p className="text-sm leading-snug font-semibold">{row.finding}</p>
              <dl className={classNames(columnsClass, 'mt-1')}>
                <div>
                  <dt className="sr-only">{columns.severity}</dt>
                  <dd className={classNames('font-semibold', row.severity === 'Critique' && 'text-danger')}>
                    {row.severity}
                    <Bricks count={levels[row.severity]} />
                  </dd>
                </div>
                <div>
                  <dt className="sr-only">{columns.owner}</dt>
                  <dd className="text-muted">{row.owner}</dd>
                </div>
                <div>
                  <dt className="sr-only">{columns.delay}</dt>
                  <dd>{row.delay}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ol>
      </div>
      <figcaption className="mt-4 text-xs text-muted">{caption}</figcaption>
    </figure>
  );
}

/** Three bricks, as many filled as the finding is severe. */
function Bricks({ count }: { count: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 42 6" className="mt-1 block h-1.5 w-10.5 stroke-current">
      {[0, 1, 2].map((brick) => (
        <rect
          key={brick}
          x={brick * 14 + 0.5}
          y="0.5"
          width="12"
          height="5"
          className={brick < count ? 'fill-current' : 'fill-none'}
        />
      ))}
    </svg>
  );
}
