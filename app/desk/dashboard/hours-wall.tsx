import { Legend } from '#app/components/figures/legend.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { paperColumn } from '#app/desk/components/list-actions.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DashboardCopy } from '#content/desk/fr/dashboard.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { officeHours } from '#contract/ticket-states.ts';
import { TableExport } from './dashboard-panel.tsx';

type Hour = Dashboard['hours'][number];
type HoursWallProps = { hours: Hour[]; copy: DashboardCopy; className?: string };

const days = [1, 2, 3, 4, 5, 6, 7];
const hoursPerBrick = 2;
/** How many colours tell few tickets from many: app/styles/desk.css. */
const tints = 4;
const starts = Array.from({ length: 24 / hoursPerBrick }, (_, at) => at * hoursPerBrick);
const isOfficeOpen = (weekday: number, hour: number) =>
  weekday <= 5 && hour >= officeHours.from && hour < officeHours.to;

/** When tickets were opened: a table of the week whose cells are bricks with their number of tickets. */
export function HoursWall({ hours, copy, className }: HoursWallProps) {
  const { number } = useFormats();
  const texts = copy.hours;
  const dayName = (weekday: number) => texts.days[weekday - 1] ?? '';
  const opened = (weekday: number, start: number) =>
    hours
      .filter((one) => one.weekday === weekday && one.hour >= start && one.hour < start + hoursPerBrick)
      .reduce((sum, one) => sum + one.opened, 0);
  const most = Math.max(1, ...days.flatMap((weekday) => starts.map((start) => opened(weekday, start))));
  return (
    <Panel title={texts.title} className={className}>
      <TableExport
        title={texts.title}
        columns={[
          paperColumn<Hour>(texts.weekday, 34, ({ weekday }) => dayName(weekday)),
          paperColumn<Hour>(texts.hour, 33, ({ hour }) => texts.from(String(hour)), {
            csv: ({ hour }) => String(hour),
          }),
          paperColumn<Hour>(copy.columns.opened, 33, (one) => number(one.opened), {
            csv: (one) => String(one.opened),
            isNumber: true,
          }),
        ]}
        rows={hours}
        copy={copy}
      />
      <div className="grid gap-3 px-5 py-4">
        <Legend
          items={[
            { brick: 'laid', label: texts.inHours },
            { brick: 'marked', label: texts.outside },
          ]}
        />
        <table className="hours-wall">
          <caption className="sr-only">{texts.title}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{texts.weekday}</span>
              </th>
              {starts.map((start) => (
                <th key={start} scope="col">
                  {/* On phones, every second one. */}
                  <span className={start % 4 === 0 ? undefined : 'max-sm:sr-only'}>{texts.from(String(start))}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{dayName(weekday)}</th>
                {starts.map((start) => {
                  const count = opened(weekday, start);
                  const isOpen = isOfficeOpen(weekday, start);
                  const brick = count === 0 ? (isOpen ? 'open' : undefined) : isOpen ? 'laid' : 'marked';
                  return (
                    <td key={start} data-brick={brick} data-tint={Math.ceil((tints * count) / most)}>
                      {count > 0 && number(count)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="text-xs text-muted">{texts.note}</p>
      </div>
    </Panel>
  );
}
