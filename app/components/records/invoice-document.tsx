import { Fragment } from 'react';
import { Panel } from '#app/components/ui/panel.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { InvoicePageCopy } from '#content/portal/en/record-pages.ts';
import { compare } from '#contract/decimal.ts';
import { formatSiren } from '#contract/siren.ts';
import type { InvoiceAddress, InvoiceDocument, InvoiceParty } from '#contract/invoice-document.ts';

// The document as its seller issued it, in its own currency.

const addressLines = ({ lines, postCode, city, country }: InvoiceAddress, locale: string) =>
  [...lines, [postCode, city].filter(Boolean).join(' '), countryName(country, locale)].filter(
    (line): line is string => typeof line === 'string' && line !== '',
  );

/** Codes that are not countries are shown as they are. */
const countryName = (code: string | null, locale: string) =>
  code !== null && /^[A-Z]{2}$/.test(code) ? new Intl.DisplayNames(locale, { type: 'region' }).of(code) : code;

type PartyProps = { label: string; party: InvoiceParty; copy: InvoicePageCopy['parties']; level: 'h4' | 'p' };

function Party({ label, party, copy, level: Heading }: PartyProps) {
  const { locale } = useFormats();
  return (
    <div className="grid min-w-0 content-start gap-0.5 text-sm">
      <Heading className="font-sans text-xs font-normal tracking-normal text-muted">{label}</Heading>
      <p dir="auto" className="font-semibold wrap-anywhere">
        {party.name}
      </p>
      {addressLines(party.address, locale).map((line) => (
        <p key={line} dir="auto" className="wrap-anywhere">
          {line}
        </p>
      ))}
      {party.siren !== null && (
        <p className="text-muted">
          {copy.siren} <bdi>{formatSiren(party.siren)}</bdi>
        </p>
      )}
      {party.vatId !== null && (
        <p className="text-muted">
          {copy.vat} <bdi>{party.vatId}</bdi>
        </p>
      )}
    </div>
  );
}

/** Without zeros at the end that say nothing: `2.5000` is 2.5. Intl reads the string: a float would lose digits. */
function numbersOf(locale: string) {
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const percent = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, style: 'unit', unit: 'percent' });
  return {
    number: (value: string) => plain.format(value as Intl.StringNumericLiteral),
    rate: (value: string) => percent.format(value as Intl.StringNumericLiteral),
  };
}

type DocumentViewProps = {
  document: InvoiceDocument;
  copy: InvoicePageCopy;
  /** `p` where the document is part of another page. */
  level?: 'h3' | 'p';
};

export function DocumentView({ document, copy, level = 'h3' }: DocumentViewProps) {
  const formats = useFormats();
  const { currency, totals } = document;
  const amount = (value: string) => formats.amount(value, currency);
  const { number, rate } = numbersOf(formats.locale);
  const adjustment = (one: { amount: string; reason: string | null }) =>
    one.reason ?? (one.amount.startsWith('-') ? copy.lines.discount : copy.lines.charge);
  const totalRows = [
    [copy.totals.lines, totals.lines, totals.lines !== totals.net],
    [copy.totals.net, totals.net, true],
    [copy.totals.tax, totals.tax, true],
    [copy.totals.gross, totals.gross, true],
    [copy.totals.paid, totals.paid, compare(totals.paid, '0') !== 0],
    [copy.totals.due, totals.due, compare(totals.due, totals.gross) !== 0],
  ] as const;
  return (
    <>
      <div className="grid gap-5 border border-line bg-surface p-5 sm:grid-cols-2">
        <Party
          label={copy.parties.seller}
          party={document.seller}
          copy={copy.parties}
          level={level === 'h3' ? 'h4' : 'p'}
        />
        <Party
          label={copy.parties.buyer}
          party={document.buyer}
          copy={copy.parties}
          level={level === 'h3' ? 'h4' : 'p'}
        />
      </div>
      <Panel title={copy.lines.title} level={level}>
        <table className="document-lines">
          <thead>
            <tr>
              <th scope="col">{copy.lines.name}</th>
              <th scope="col">{copy.lines.quantity}</th>
              <th scope="col">{copy.lines.price}</th>
              <th scope="col">{copy.lines.tax}</th>
              <th scope="col">{copy.lines.net}</th>
            </tr>
          </thead>
          <tbody>
            {document.lines.map((line, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- ids of lines need not be unique, and lines never move
              <tr key={at}>
                <td>
                  <bdi className="font-medium">{line.name}</bdi>
                  {line.description !== null && (
                    <span dir="auto" className="block text-muted">
                      {line.description}
                    </span>
                  )}
                  {line.adjustments.map((one) => (
                    <span key={`${one.amount} ${one.reason}`} className="block text-muted">
                      {copy.lines.adjustment(adjustment(one), amount(one.amount))}
                    </span>
                  ))}
                </td>
                <td data-label={copy.lines.quantity}>
                  <span>
                    {number(line.quantity)} <bdi>{copy.units[line.unit] ?? line.unit}</bdi>
                  </span>
                </td>
                <td data-label={copy.lines.price}>
                  {amount(line.price)}
                  {compare(line.priceQuantity, '1') !== 0 && ` / ${number(line.priceQuantity)}`}
                </td>
                <td data-label={copy.lines.tax}>{rate(line.taxRate)}</td>
                <td data-label={copy.lines.net}>{amount(line.net)}</td>
              </tr>
            ))}
            {document.adjustments.map((one) => (
              <tr key={`${one.amount} ${one.reason} ${one.taxRate}`}>
                <td colSpan={3}>
                  <bdi>{adjustment(one)}</bdi>
                </td>
                <td data-label={copy.lines.tax}>{rate(one.taxRate)}</td>
                <td data-label={copy.lines.net}>{amount(one.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Panel title={copy.taxes.title} level={level}>
          <table className="w-full text-sm">
            <thead>
              <tr className="text-xs text-muted [&>th]:px-5 [&>th]:py-2.5 [&>th]:font-normal">
                <th scope="col" className="text-start">
                  {copy.taxes.rate}
                </th>
                <th scope="col" className="text-end">
                  {copy.taxes.base}
                </th>
                <th scope="col" className="text-end">
                  {copy.taxes.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {document.taxes.map((tax) => (
                <Fragment key={`${tax.category} ${tax.rate} ${tax.exemptionCode}`}>
                  <tr className="border-t border-line tabular-nums [&>td]:px-5 [&>td]:py-2">
                    <td>{rate(tax.rate)}</td>
                    <td className="text-end">{amount(tax.base)}</td>
                    <td className="text-end">{amount(tax.amount)}</td>
                  </tr>
                  {tax.exemption !== null && (
                    <tr>
                      <td colSpan={3} dir="auto" className="px-5 pb-2 text-xs text-muted">
                        {tax.exemption}
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </Panel>
        <Panel title={copy.totals.title} level={level}>
          <dl className="grid gap-2 px-5 py-4 text-sm tabular-nums">
            {totalRows.map(
              ([label, value, isShown]) =>
                isShown && (
                  <div
                    key={label}
                    className="flex justify-between gap-4 last:border-t last:border-line last:pt-2 last:font-semibold"
                  >
                    <dt>{label}</dt>
                    <dd>{amount(value)}</dd>
                  </div>
                ),
            )}
          </dl>
        </Panel>
      </div>
      {document.notes.length > 0 && (
        <Panel title={copy.notes} level={level}>
          <div className="grid gap-2 px-5 py-4 text-sm whitespace-pre-line text-muted wrap-anywhere">
            {document.notes
              // For platforms only.
              .filter(({ code }) => code !== 'BAR')
              .map(({ code, text }) => (
                <p key={`${code} ${text}`} dir="auto">
                  {text}
                </p>
              ))}
          </div>
        </Panel>
      )}
    </>
  );
}
