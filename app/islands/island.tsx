import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandComponent, IslandName, IslandProps } from './registry.ts';

type Props<Name extends IslandName> = { name: Name; component: IslandComponent<Name>; props: IslandProps<Name> };

/**
 * An interactive part of a public page. It is rendered as a root of its own, as it is hydrated: inside the page's tree
 * `useId` would give other ids. Only ever runs where pages are rendered; the browser's bundle has no public route.
 */
export function Island<Name extends IslandName>({ name, component, props }: Props<Name>) {
  // TypeScript cannot tell that both belong to the same name.
  const html = renderToString(createElement(component as FunctionComponent<object>, props), { identifierPrefix: name });
  return <div data-island={name} data-props={JSON.stringify(props)} dangerouslySetInnerHTML={{ __html: html }} />;
}
