import type { ListName } from './list-definition.ts';

export const recordsKey = (list: ListName) => ['records', list] as const;
