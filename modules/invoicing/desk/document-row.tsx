import { Link } from 'react-router';
import { Badge, type BadgeVariant } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Notice, noticeActionClass } from '#app/components/ui/notice.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { canDo, labelOf, useDesk } from '#app/desk/components/desk-context.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DocumentsCopy } from '../copy/documents.fr.ts';
import type { DocumentOutcome, DocumentPlan, SecondPerson } from '../contract/invoice-import.ts';

/** What staff decide about a file. */
export interface Choice {
  customer: { id: string; name: string } | undefined;
  remembers: boolean;
  replaces: boolean;
}

export interface Entry {
  key: number;
  name: string;
  file: Blob;
  size: string;
  /** `invalid`: not sent at all. */
  state: 'reading' | 'read' | 'applying' | 'stored' | 'failed' | 'invalid';
  error?: string | undefined;
  plan?: DocumentPlan;
  /** The plan is another one than staff agreed to. */
  isNewPlan?: boolean;
  choice: Choice;
}

const variants: Record<DocumentOutcome, BadgeVariant> = {
  added: 'success',
  attached: 'success',
  replaced: 'warning',
  unchanged: 'secondary',
  unassigned: 'warning',
  blocked: 'destructive',
  rejected: 'destructive',
};

export const isApplicable = ({ state, plan }: Entry) =>
  state === 'read' && plan !== undefined && ['added', 'attached', 'replaced'].includes(plan.outcome);

type DocumentRowProps = {
  entry: Entry;
  copy: DocumentsCopy;
  onApply: () => void;
  onRetry: () => void;
  onChoose: (choice: Partial<Choice>) => void;
  onChooseCustomer: () => void;
  onRemove: () => void;
};

/** One file: what became of it, what it says, and what can be done. */
export function DocumentRow(props: DocumentRowProps) {
  const { entry, copy, onRemove } = props;
  const { name, size, state, error, plan, isNewPlan } = entry;
  const formats = useFormats();
  const isBusy = state === 'reading' || state === 'applying';
  const document = plan?.document ?? undefined;
  return (
    <li className="grid gap-3 border border-line bg-surface p-4" aria-busy={isBusy}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 grow text-sm font-semibold wrap-anywhere">
          {name} <span className="font-normal text-muted">({size})</span>
        </span>
        {isBusy && (
          <span role="status" className="flex items-center gap-2 text-sm text-muted">
            <Spinner />
            {state === 'reading' ? copy.reading : copy.applying}
          </span>
        )}
        {state === 'stored' && <Badge variant="success">{copy.stored}</Badge>}
        {(state === 'failed' || state === 'invalid') && <Badge variant="destructive">{copy.failed}</Badge>}
        {state === 'read' && plan && <Badge variant={variants[plan.outcome]}>{copy.outcomes[plan.outcome]}</Badge>}
        {!isBusy && (
          <Button variant="secondary" size="sm" aria-label={copy.remove(name)} onClick={onRemove}>
            <Icon name="x" className="size-4" />
          </Button>
        )}
      </div>
      {document && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <span className="wrap-anywhere">
            {labelOf(copy.kinds, document.kind) ?? document.kind} {document.number}
          </span>
          <span className="wrap-anywhere">{plan?.customer?.name ?? document.buyer}</span>
          <span>{formats.day(document.issuedOn)}</span>
          <span className="font-semibold">{formats.amount(document.gross, document.currency)}</span>
        </p>
      )}
      {isNewPlan && (
        <p role="alert" className="bg-sun-tint px-4 py-3 text-sm font-semibold text-sun-ink">
          {copy.changedPlan}
        </p>
      )}
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {plan?.error && (
        <p className="text-sm text-danger wrap-anywhere">
          {copy.errors[plan.error.code]} {plan.error.detail}
        </p>
      )}
      {plan && state !== 'stored' && <Contradictions plan={plan} copy={copy} />}
      {plan && <Findings plan={plan} copy={copy} />}
      {plan?.secondPerson && state !== 'stored' && <SecondPersonNote state={plan.secondPerson} copy={copy} />}
      {plan && document && (
        <details className="text-sm">
          <summary className="cursor-pointer font-semibold">{copy.details}</summary>
          <Facts plan={plan} document={document} copy={copy} />
        </details>
      )}
      {!isBusy && <Actions {...props} />}
    </li>
  );
}

/** A server that is newer than this page may know more codes. */
type Describe = (values: { where: string; said: string; kept: string }) => string;
type PlanProps = { plan: DocumentPlan; copy: DocumentsCopy };

const notes = 'grid gap-1 bg-sun-tint px-4 py-3 text-sm text-sun-ink wrap-anywhere';

function Contradictions({ plan, copy }: PlanProps) {
  const formats = useFormats();
  const { contradictions, document } = plan;
  if (contradictions.length === 0 || document === null) return null;
  /** Days and amounts as people write them. */
  const write = (code: string, value: string | null) => {
    if (value === null) return '';
    if (code.endsWith('_on')) return formats.day(value);
    const isAmount = code === 'amount' || (code === 'kind' && value.includes('.'));
    return isAmount ? formats.amount(value, document.currency) : (labelOf(copy.kinds, value) ?? value);
  };
  return (
    <div className={notes}>
      <p className="font-semibold">{copy.contradictionsTitle}</p>
      <ul className="grid gap-1">
        {contradictions.map(({ code, document: said, stored }) => (
          <li key={code}>
            {labelOf<Describe>(
              copy.contradictions,
              code,
            )?.({ where: '', said: write(code, said), kept: write(code, stored) }) ?? code}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SecondPersonNote({ state, copy: { secondPerson } }: { state: SecondPerson; copy: DocumentsCopy }) {
  const { me } = useDesk();
  return (
    <Notice variant={state === 'confirmed' ? 'success' : 'info'} icon={state === 'confirmed' ? 'badge-check' : 'lock'}>
      <p>{secondPerson[state]}</p>
      {state === 'asked' && canDo(me, 'admin') && (
        <Link to="/desk/bank-accounts" className={noticeActionClass}>
          {secondPerson.decide}
        </Link>
      )}
    </Notice>
  );
}

function Findings({ plan: { findings }, copy }: PlanProps) {
  if (findings.length === 0) return null;
  return (
    <div className={notes}>
      <p className="font-semibold">{copy.findingsTitle}</p>
      <ul className="grid gap-1">
        {findings.map(({ code, where, stated, expected }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- their order never changes
          <li key={at}>
            {labelOf<Describe>(
              copy.findings,
              code,
            )?.({ where: where ?? '', said: stated ?? '', kept: expected ?? '' }) ?? code}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ plan, document, copy }: PlanProps & { document: NonNullable<DocumentPlan['document']> }) {
  const formats = useFormats();
  const amount = (value: string) => formats.amount(value, document.currency);
  const { facts } = copy;
  const rows: [label: string, value: string | null | undefined][] = [
    [facts.customer, plan.customer?.name],
    [facts.buyer, [document.buyer, document.buyerSiren].filter((part) => part !== null).join(', ')],
    [facts.seller, document.seller],
    [facts.dueOn, document.dueOn === null ? null : formats.day(document.dueOn)],
    [facts.net, amount(document.net)],
    [facts.tax, amount(document.tax)],
    [facts.gross, amount(document.gross)],
    [facts.due, amount(document.due)],
    [facts.lines, formats.number(document.lines)],
    [facts.iban, document.iban],
    [facts.credits, document.credits],
    [facts.profile, document.profile],
  ];
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
      {rows.map(
        ([label, value]) =>
          value !== null &&
          value !== undefined && (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Actions({ entry, copy, onApply, onRetry, onChoose, onChooseCustomer }: DocumentRowProps) {
  const { me } = useDesk();
  const { state, plan, choice } = entry;
  if (state === 'failed')
    return (
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={onRetry}>
        {copy.retry}
      </Button>
    );
  if (state !== 'read' || plan === undefined) return null;
  const siren = plan.document?.buyerSiren ?? null;
  const canReplace = plan.outcome === 'blocked' && plan.contradictions.some(({ code }) => code === 'other_document');
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {plan.candidates.map((customer) => (
        <Button key={customer.id} variant="secondary" size="sm" onClick={() => onChoose({ customer })}>
          {customer.name}
        </Button>
      ))}
      {(plan.outcome === 'unassigned' || choice.customer !== undefined) && (
        <Button variant="secondary" size="sm" onClick={onChooseCustomer}>
          {copy.chooseCustomer}
        </Button>
      )}
      {isApplicable(entry) && choice.customer !== undefined && siren !== null && canDo(me, 'accounts') && (
        <CheckboxField
          label={copy.remember(siren)}
          hint={copy.rememberHint}
          checked={choice.remembers}
          onChange={({ target }) => onChoose({ remembers: target.checked })}
        />
      )}
      {canReplace && (
        <>
          <Button variant="secondary" size="sm" onClick={() => onChoose({ replaces: true })}>
            {copy.replace}
          </Button>
          <span className="text-sm text-muted">{copy.replaceHint}</span>
        </>
      )}
      {isApplicable(entry) && plan.secondPerson !== 'asked' && (
        <Button size="sm" onClick={onApply}>
          {plan.secondPerson === 'needed' ? copy.secondPerson.ask : plan.needsAcceptance ? copy.accept : copy.apply}
        </Button>
      )}
      {plan.secondPerson === 'asked' && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {copy.secondPerson.check}
        </Button>
      )}
    </div>
  );
}
