import { type ComponentType, lazy } from 'react';

// The portal works without them if the network fails.
const lazily = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy<ComponentType>(async () => ({ default: (await load().catch(() => undefined))?.[name] ?? (() => null) }));

const loadLanguage = () => import('./portal-language.tsx');

export const LanguageOffer = lazily(loadLanguage, 'LanguageOffer');
export const PortalLanguageSwitch = lazily(loadLanguage, 'PortalLanguageSwitch');
export const StoredLanguage = lazily(() => import('#app/features/auth/stored-language.tsx'), 'StoredLanguage');
