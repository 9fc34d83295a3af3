import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { bringIntoView } from '#app/components/ui/bring-into-view.ts';
import { BrickPicture } from '#app/components/ui/brick-picture.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { dashboardPermissions, readingPermissions, receivablesPermissions } from '#contract/staff.ts';
import { CommandPalette } from './command-palette.tsx';
import {
  canDo,
  formatCount,
  paths,
  useAttempt,
  useCounts,
  useDesk,
  useKeys,
  useLeadCounts,
} from '#app/desk/components/desk-context.ts';
import type { PaletteOption } from '#app/desk/components/palette.tsx';
import { initialsOf } from '#app/desk/components/ticket-cells.tsx';

const dashboardReaders = [...dashboardPermissions, ...receivablesPermissions];
const places = [
  { name: 'queue', path: paths.queue, icon: 'life-buoy', key: 'f', needs: ['support'] },
  { name: 'mails', path: paths.mails, icon: 'mail', key: 'r', needs: ['support'] },
  { name: 'leads', path: paths.leads, icon: 'quote', key: 'd', needs: ['support'] },
  { name: 'appointments', path: paths.appointments, icon: 'clock', key: 'a', needs: ['support', 'sales', 'admin'] },
  { name: 'customers', path: paths.customers, icon: 'users', key: 'c', needs: readingPermissions },
  { name: 'dashboard', path: paths.dashboard, icon: 'layout-dashboard', key: 't', needs: dashboardReaders },
  { name: 'audit', path: paths.audit, icon: 'file-text', key: 'j', needs: ['admin'] },
  { name: 'bank', path: paths.bank, icon: 'credit-card', key: 'b', needs: ['admin'] },
  { name: 'integrations', path: paths.integrations, icon: 'key', key: 'i', needs: ['admin'] },
  { name: 'health', path: paths.health, icon: 'monitor', key: 'e', needs: ['admin'] },
] as const;

const isOpen = ({ name, path }: (typeof places)[number], pathname: string) => {
  const current = `${pathname}/`;
  if (name === 'queue') return /^\/desk\/+$|^\/desk\/tickets\//.test(current);
  if (name === 'customers') return current.startsWith(`${path}/`) || current.startsWith(`${paths.import}/`);
  if (name === 'leads') return current.startsWith(`${path}/`) || current.startsWith(`${paths.newsletter}/`);
  return current.startsWith(`${path}/`);
};

type ShellProps = { logo: ReactNode; companyName: string; message: string; onSignOut: () => void; children: ReactNode };

export function Shell({ logo, companyName, message, onSignOut, children }: ShellProps) {
  const { copy, me, NewTicket, KeyboardHelp } = useDesk();
  const formats = useFormats();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const main = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<'palette' | 'keyboard' | 'ticket'>();
  const isOffered = (name: (typeof places)[number]['name']) =>
    name === 'leads' ? me.hasLeads : name !== 'appointments' || import.meta.env.VITE_BOOKING === 'on';
  const visible = places.filter(({ name, needs }) => canDo(me, ...needs) && isOffered(name));
  const go = (path: string) => () => void navigate(path);
  const shownCustomer = /^\/desk\/customers\/([0-9a-f-]{36})/.exec(pathname)?.[1];
  useKeys({
    ...Object.fromEntries(visible.map(({ key, path }) => [`g ${key}`, go(path)])),
    ...(canDo(me, 'support') && { 'g m': go(`${paths.queue}?scope=mine`), c: () => setOpen('ticket') }),
    '?': () => setOpen('keyboard'),
  });
  const openPalette = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) setOpen('palette');
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => openPalette(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  const focusedFor = useRef<string>(undefined);
  useEffect(() => {
    if (focusedFor.current === pathname) return;
    focusedFor.current = pathname;
    // Not away from what the new screen has focused already.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);

  const { newTicket, newInvoice, newCustomer, importRecords } = copy.palette;
  const invoiceOf = shownCustomer === undefined ? '' : `?customerId=${shownCustomer}`;
  const changes = [
    { id: 'ticket', icon: 'plus', label: newTicket, keys: ['c'], onSelect: () => setOpen('ticket'), needs: 'support' },
    {
      id: 'invoice',
      icon: 'receipt-text',
      label: newInvoice,
      onSelect: go(`${paths.newInvoice}${invoiceOf}`),
      needs: 'records',
    },
    { id: 'create', icon: 'plus', label: newCustomer, onSelect: go(`${paths.customers}?create=`), needs: 'accounts' },
    { id: 'import', icon: 'upload', label: importRecords, onSelect: go(paths.import), needs: 'records' },
  ] as const;
  const commands: PaletteOption[] = [
    ...visible.map(({ name, path, icon, key }) => ({
      id: name,
      icon,
      label: copy.nav[name],
      keys: ['g', key],
      onSelect: go(path),
    })),
    ...changes.filter(({ needs }) => canDo(me, needs)),
    { id: 'preferences', icon: 'settings', label: copy.nav.preferences, onSelect: go(paths.preferences) },
    { id: 'keys', icon: 'keyboard', label: copy.nav.help, keys: ['?'], onSelect: () => setOpen('keyboard') },
    { id: 'sign-out', icon: 'log-out', label: copy.nav.signOut, onSelect: onSignOut },
  ];

  return (
    <div className="desk">
      <a href="#contenu" className="skip-link">
        {copy.skip}
      </a>
      <header className="desk-rail ground-ink">
        <a href="/" className="desk-brand">
          {logo}
          <span className="min-w-0">
            <span className="block truncate font-heading leading-tight font-bold">{companyName}</span>
            <span className="block truncate text-xs text-muted">{copy.name}</span>
          </span>
        </a>
        <button type="button" onClick={() => setOpen('palette')} className="desk-search">
          <Icon name="search" className="size-4.5" />
          <span className="grow text-start max-sm:sr-only">{copy.nav.search}</span>
          <kbd aria-hidden="true" className="max-lg:hidden">
            Ctrl K
          </kbd>
        </button>
        <nav aria-label={copy.nav.label} className="desk-nav">
          {visible.map((place) => (
            <Link
              key={place.name}
              ref={isOpen(place, pathname) ? bringIntoView : undefined}
              to={place.path}
              aria-current={isOpen(place, pathname) ? 'page' : undefined}
            >
              <Icon name={place.icon} className="size-4.5" />
              <span className="grow">{copy.nav[place.name]}</span>
              <span aria-hidden="true" className="desk-nav-keys">
                <kbd>g</kbd>
                <kbd>{place.key}</kbd>
              </span>
              <PlaceCount place={place.name} />
            </Link>
          ))}
        </nav>
        <span className="desk-edge">
          <div className="header-edge" />
        </span>
        <div className="desk-account">
          <p className="flex min-w-0 grow basis-full items-center gap-2.5 max-lg:sr-only">
            <span aria-hidden="true" className="initials initials-own">
              {initialsOf(me.name)}
            </span>
            <span className="min-w-0">
              <span className="sr-only">{copy.nav.signedInAs} </span>
              <bdi className="block truncate text-sm font-semibold">{me.name}</bdi>
              <span className="block truncate text-xs text-muted">{copy.nav.endsAt(formats.time(me.endsAt))}</span>
            </span>
          </p>
          <Link
            to={paths.preferences}
            aria-label={copy.nav.preferences}
            title={copy.nav.preferences}
            aria-current={pathname === paths.preferences ? 'page' : undefined}
            className={railClass}
          >
            <Icon name="settings" className="size-4.5" />
          </Link>
          <RailButton icon="keyboard" label={copy.nav.help} onClick={() => setOpen('keyboard')} />
          <RailButton icon="log-out" label={copy.nav.signOut} onClick={onSignOut} />
        </div>
      </header>
      <div className="desk-page">
        <ViewingBanner />
        <main id="contenu" ref={main} tabIndex={-1} className="desk-main">
          {children}
        </main>
        {/* The wall of the rail goes on below the page. */}
        <div className="desk-ground">
          <div className="header-edge" />
        </div>
      </div>
      <p role="status" className="sr-only">
        {message}
      </p>
      {open === 'palette' && <CommandPalette commands={commands} onClose={() => setOpen(undefined)} />}
      <Suspense>
        {open === 'ticket' && (
          <NewTicket {...(shownCustomer && { customerId: shownCustomer })} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
      <Suspense>{open === 'keyboard' && <KeyboardHelp onClose={() => setOpen(undefined)} />}</Suspense>
    </div>
  );
}

/** Unread tickets, held mails and open leads. */
function PlaceCount({ place }: { place: string }) {
  const { copy } = useDesk();
  const counts = useCounts();
  const leads = useLeadCounts();
  const count = { queue: counts?.unread, mails: counts?.heldMails, leads: leads?.active }[place] ?? 0;
  if (count === 0) return null;
  return (
    <span className="desk-count">
      {formatCount(count, copy)}
      <span className="sr-only"> {place === 'queue' ? copy.nav.unread : copy.nav.held}</span>
    </span>
  );
}

const railClass =
  'grid size-10 shrink-0 place-items-center rounded-md text-muted hover:bg-tint hover:text-ink aria-[current=page]:text-ink';

function RailButton({ icon, label, onClick }: { icon: string; label: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} aria-label={label} title={label} className={railClass}>
      <Icon name={icon} className="size-4.5" />
    </button>
  );
}

/** This session sees the portal as a customer: easy to forget, so the desk says so as well. */
function ViewingBanner() {
  const { copy, me } = useDesk();
  const client = useQueryClient();
  const { attempt } = useAttempt('viewing');
  if (me.viewing === null) return null;
  const stop = async () => {
    await api.desk.customers['stop-viewing'].$post();
    await client.invalidateQueries({ queryKey: ['desk', 'me'] });
    toast({ source: 'viewing', title: copy.viewing.stopped });
  };
  return (
    <aside
      aria-label={copy.viewing.label}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-sun-tint px-4 py-2 text-sm text-sun-ink sm:px-8 print:hidden"
    >
      <Icon name="eye" className="size-4.5" />
      <p className="min-w-0 grow font-semibold wrap-anywhere">{copy.viewing.title(me.viewing.name)}</p>
      <a href="/customer-portal" className="py-1.5 underline underline-offset-4">
        {copy.viewing.open}
      </a>
      <button
        type="button"
        onClick={() => void attempt(stop)}
        className="py-1.5 font-semibold underline underline-offset-4"
      >
        {copy.viewing.stop}
      </button>
    </aside>
  );
}

type ClosedScreenProps = {
  title: string;
  description: string;
  action: { label: string; onClick: () => void } | { label: string; to: string };
  secondary?: { label: string; to: string };
};

/** In place of the desk, where the session does not open it. */
export function ClosedScreen({ title, description, action, secondary }: ClosedScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main id="contenu" className="desk-closed ground-mist">
      <div className="grid w-full max-w-lg gap-5 bg-surface p-7 shadow-float sm:p-9">
        <BrickPicture variant="apart" />
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h1>
        <p className="text-muted">{description}</p>
        <p className="flex flex-wrap gap-3">
          {'to' in action ? (
            <a href={action.to} className={buttonClass('primary', 'md')}>
              {action.label}
            </a>
          ) : (
            <Button onClick={action.onClick}>{action.label}</Button>
          )}
          {secondary && (
            <a href={secondary.to} className={buttonClass('secondary', 'md')}>
              {secondary.label}
            </a>
          )}
        </p>
      </div>
    </main>
  );
}
