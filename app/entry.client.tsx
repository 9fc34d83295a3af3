import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { locationOf } from './lib/router/addresses.ts';
import { importModule } from './lib/router/load-page.ts';
import { readRecord } from './lib/router/page.ts';
import { Router } from './lib/router/router.tsx';
import { entryKey, newKey } from './lib/router/traveller.ts';
import * as root from './root.tsx';

const record = readRecord(document);
const module = await importModule(record.module);
const first = {
  location: locationOf(new URL(location.href), entryKey() ?? newKey()),
  page: { record, module },
  scroll: 'keep' as const,
};

startTransition(() => {
  hydrateRoot(document, <Router first={first} root={root} />);
});

if (import.meta.env.DEV) void import('./lib/router/hot-reload.ts').then(({ answerHotUpdates }) => answerHotUpdates());
