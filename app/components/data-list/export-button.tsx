import { use, useState } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';
import { ListOwner, useCurrency } from '#app/lib/portal-context.ts';
import { type CsvChoice, csvChoices, saveCsvChoice, readCsvChoice } from './csv-choice.ts';
import type { ListDefinition } from './list-definition.ts';
import { download, exportName, exportRows } from './export-rows.ts';
import type { ListView } from './list-view.ts';
import { ProgressButton } from './progress-button.tsx';

const failure = { title: 'Export failed', description: 'The file could not be made. Please try again.' };

type ExportButtonProps<Item> = { definition: ListDefinition<Item>; view: ListView; total: number };

export function ExportButton<Item>({ definition, view, total }: ExportButtonProps<Item>) {
  const currency = useCurrency();
  const { userId } = use(ListOwner);
  const [choice, setChoice] = useState(() => readCsvChoice(localStorage, userId, navigator.language));
  const choose = (next: CsvChoice) => {
    setChoice(next);
    saveCsvChoice(localStorage, userId, next);
  };
  return (
    <div className="flex">
      <ProgressButton
        icon="download"
        label="Export CSV"
        total={total}
        failure={failure}
        className="rounded-r-none"
        run={async (progress) => {
          const file = await exportRows(definition, view, { format: csvChoices[choice].format, currency }, progress);
          download(file, exportName(definition.list));
        }}
      />
      {/* A native select behind an arrow: the format is chosen once and rarely changed. */}
      <span className="relative grid w-10 place-items-center rounded-r-md border border-l-0 border-line-strong hover:border-azure hover:text-azure has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure">
        <Icon name="chevron-down" className="size-4" />
        <select
          aria-label="Format of the CSV file"
          title={csvChoices[choice].label}
          value={choice}
          onChange={({ target }) => choose(target.value as CsvChoice)}
          className="absolute inset-0 cursor-pointer opacity-0"
        >
          {Object.entries(csvChoices).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
