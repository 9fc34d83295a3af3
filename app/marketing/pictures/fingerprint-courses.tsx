import { classNames } from '#app/components/ui/class-names.ts';
import type { VerifyPage } from '#content/schema/form-pages.ts';

/** Two fingerprints as two courses of a wall: one brick for each word. Those of another account are others, and yellow. */
export function FingerprintCourses({ own, other, text }: VerifyPage['rules']['fingerprint']) {
  return (
    <figure className="mt-4 md:mt-8 lg:mt-14">
      <div aria-hidden="true" className="grid gap-y-1 border-b-3 border-azure pb-1 lg:grid-cols-[13rem_1fr] lg:gap-x-8">
        {[own, other].map(({ label, words }, course) => (
          <div key={label} className="grid items-center gap-y-1 lg:col-span-2 lg:grid-cols-subgrid">
            {/* Clear of the course above it, of which it would look like the caption. */}
            <p className={classNames('text-sm font-semibold', course === 1 && 'max-lg:mt-3')}>{label}</p>
            <p
              className={classNames(
                'grid grid-cols-4 gap-1 font-heading text-sm font-bold sm:text-xl',
                course === 0 ? 'mr-[4%]' : 'ml-[4%]',
              )}
            >
              {words.map((word) => (
                <span
                  key={word}
                  className={classNames(
                    'grid h-8 place-items-center lg:h-16',
                    course === 1 ? 'bg-sun text-night' : 'bg-azure-fill text-on-azure',
                  )}
                >
                  {word}
                </span>
              ))}
            </p>
          </div>
        ))}
      </div>
      <figcaption className="mt-3 text-sm text-muted lg:ml-60">{text}</figcaption>
    </figure>
  );
}
