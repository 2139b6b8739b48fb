// Answers that say everything need no second press: they stand among the buttons, in the words of their action.

import type { Group, Selection } from '../lib/selection.svelte';

const MOST = 3;

export function isDirect(selection: Selection, group: Group): boolean {
  return group.kind === 'buttons' && group.answers.length <= MOST && group.answers.every((click) => selection.completes(click));
}
