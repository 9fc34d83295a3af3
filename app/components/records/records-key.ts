import type { ListName } from './definition.ts';

export const recordsKey = (list: ListName) => ['records', list] as const;
