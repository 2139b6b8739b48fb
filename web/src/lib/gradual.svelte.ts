// A page is drawn in several tasks, so that whoever presses something meanwhile does not wait for all of it.

export interface Parts {
  /** How many parts are drawn. */
  readonly drawn: number;
}

/** One part more in every task, until all are drawn: then there is no limit, whatever is added. It begins when it is known
    how many there are. Nobody looks at a page in the background, and its tasks would take seconds: there all is drawn at
    once. Each part has to lie below those before it, or in a place of its own, because the browser may show the page in
    between. */
export function gradually(all: () => number, first = 0): Parts {
  let drawn = $state(document.hidden ? Infinity : first);
  $effect(() => {
    const count = all();
    if (drawn === Infinity || !count) return;
    const timer = setTimeout(() => (drawn = drawn < count ? drawn + 1 : Infinity));
    return () => clearTimeout(timer);
  });
  return {
    get drawn() {
      return drawn;
    },
  };
}
