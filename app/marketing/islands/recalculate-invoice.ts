/** « 1 234,50 € », « 12.5 »: cents; undefined for what is not a price. */
export function readCents(typed: string): number | undefined {
  const [, euros, cents = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.replaceAll(/[\s€]/g, '')) ?? [];
  return euros === undefined ? undefined : Number(euros) * 100 + Number(cents.padEnd(2, '0'));
}

export function readLicences(typed: string): number | undefined {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{1,4}$/.test(digits) && Number(digits) > 0 ? Number(digits) : undefined;
}

/** The rule « vendor price plus 15 % », read backwards from what is paid. In cents; the parts add up to the whole. */
export function splitTotal(total: number) {
  const vendor = Math.round(total / 1.15);
  return { vendor, margin: total - vendor, total };
}

/** Calculates the invoice line with what visitors type in its fields (app/marketing/pictures/invoice-line.tsx). */
export function recalculateInvoice() {
  const fields = document.querySelector<HTMLElement>('[data-invoice-check]');
  const line = fields?.closest('figure');
  const [licences, price] = fields?.querySelectorAll('input') ?? [];
  const output = fields?.querySelector('output');
  if (!fields || !line || !licences || !price || !output) return;
  const { result, invalid, base } = JSON.parse(fields.dataset.invoiceCheck ?? '') as Record<string, string>;
  const amounts = [...line.querySelectorAll<HTMLElement>('[data-amount]')];
  const example = new Map(amounts.map((amount) => [amount, amount.textContent]));
  const euros = (cents: number) => (cents / 100).toLocaleString('fr-FR', { style: 'currency', currency: 'EUR' });
  const update = () => {
    const count = readLicences(licences.value);
    const cents = readCents(price.value);
    const isFilled = licences.value.trim() !== '' && price.value.trim() !== '';
    const isValid = count !== undefined && cents !== undefined && cents > 0;
    line.toggleAttribute('data-own', isValid);
    for (const amount of amounts) amount.textContent = example.get(amount) ?? '';
    output.value = isFilled && !isValid ? (invalid ?? '') : '';
    if (!isValid) return;
    const parts: Record<string, string | undefined> = { base: base?.replace('%s', count.toLocaleString('fr-FR')) };
    for (const [name, part] of Object.entries(splitTotal(count * cents))) parts[name] = euros(part);
    for (const amount of amounts) amount.textContent = parts[amount.dataset.amount ?? ''] ?? '';
    output.value = result?.replace('%s', euros(cents)).replace('%s', euros(splitTotal(cents).vendor)) ?? '';
    // One brick per licence, where they can be told apart.
    line.style.setProperty('--bricks', String(count > 60 ? 1 : count));
  };
  fields.addEventListener('input', update);
  // Browsers may restore what was typed before.
  addEventListener('pageshow', update);
  update();
}
