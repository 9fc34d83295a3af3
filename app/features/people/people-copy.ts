import { requiredContext } from '#app/lib/required-context.ts';
import type { PeopleCopy } from '#content/portal/en/people.ts';
import type { RolesCopy } from '#content/portal/en/shell.ts';

type PeopleTexts = { people: PeopleCopy; roles: RolesCopy };

export const [PeopleCopyContext, usePeopleCopy] = requiredContext<PeopleTexts>('PeopleCopyContext');
