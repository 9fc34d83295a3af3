import { type ComponentType, lazy } from 'react';

const load = () => import('./portal-language.tsx');

// The portal works without them if the network fails.
const lazily = (name: keyof Awaited<ReturnType<typeof load>>) =>
  lazy<ComponentType>(async () => ({ default: (await load().catch(() => undefined))?.[name] ?? (() => null) }));

export const LanguageOffer = lazily('LanguageOffer');
export const PortalLanguageSwitch = lazily('PortalLanguageSwitch');
export const StoredLanguage = lazily('StoredLanguage');
