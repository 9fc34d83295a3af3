import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandComponent, IslandName, IslandProps } from './hydrate-islands.ts';

type Props<Name extends IslandName> = {
  name: Name;
  component: IslandComponent<Name>;
  props: IslandProps<Name>;
  /** Nothing is loaded before its button (`data-press-early`) is pressed. */
  isHydratedOnPress?: boolean;
};

/**
 * An interactive part of a public page, rendered as a separate root because it is hydrated as one: inside the page's tree
 * `useId` would give other ids. Runs only at build time and in development; the browser bundle has no public route.
 */
export function Island<Name extends IslandName>({ name, component, props, isHydratedOnPress }: Props<Name>) {
  // TypeScript cannot relate the component and its props through the name.
  const html = renderToString(createElement(component as FunctionComponent<object>, props), { identifierPrefix: name });
  return (
    <div
      data-island={name}
      data-on-press={isHydratedOnPress ? '' : undefined}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
