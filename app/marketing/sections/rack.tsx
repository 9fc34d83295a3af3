import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

type RackProps = {
  /** `ports`: a line each, with what is counted or, where there is nothing to count, with a fact. */
  items: { title: string; text: string; ports: { label: string; fact?: string | undefined }[] }[];
};

/**
 * What the sentence of a unit counts, as bricks beside its ports: ten parts of the cost that become six, what has a second one,
 * the months of a year. `x` is in place, `!` a risk that is accepted, `.` free.
 */
const bricksOfPorts: Record<number, string[]> = {
  0: ['xxxxxxxxxx', 'xxxxxx....'],
  1: ['xx', 'xx', 'x!'],
  3: ['..x.........', '......x.....', '.........x..'],
};

/** What an installation brings, as the units of its rack, each wired to what it means: on a phone, when it is pressed. */
export function Rack({ items }: RackProps) {
  return (
    <ul className="rack">
      {items.map((item, unit) => (
        <li key={item.title} className="break-inside-avoid">
          <PhoneDetails
            className="lg:grid lg:grid-cols-[7fr_5fr]"
            title={
              <>
                <h3 className="min-w-0 flex-1 text-lg md:text-xl">{item.title}</h3>
                <span className="rack-ports">
                  {item.ports.map(({ label, fact }, port) => (
                    <span key={label} className="rack-port">
                      {label}{' '}
                      {fact ? (
                        <span className="font-semibold text-ink">{fact}</span>
                      ) : (
                        <Port bricks={bricksOfPorts[unit]?.[port] ?? ''} />
                      )}
                    </span>
                  ))}
                </span>
              </>
            }
          >
            <p className="rack-wire text-muted max-lg:mt-3 max-lg:mb-5 lg:py-5">{item.text}</p>
          </PhoneDetails>
        </li>
      ))}
    </ul>
  );
}

const brick = { width: 14, height: 10 };
const styles = {
  x: { className: 'fill-azure' },
  '!': { className: 'fill-sun' },
  '.': { className: 'stroke-line-strong', strokeDasharray: '2 2' },
};

function Port({ bricks }: { bricks: string }) {
  const width = bricks.length * brick.width;
  return (
    <svg viewBox={`0 0 ${width} ${brick.height}`} width={width} height={brick.height} fill="none" aria-hidden="true">
      {Object.entries(styles).map(([state, style]) => (
        <path
          key={state}
          {...style}
          d={bricks
            .split('')
            .map((one, at) => (one === state ? `M${at * brick.width + 0.5} 0.5h11v9h-11z` : ''))
            .join('')}
        />
      ))}
    </svg>
  );
}
