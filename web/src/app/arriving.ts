// Whoever goes to another page by keys, or listens, begins there at its heading.

const AGAIN = 50; // milliseconds until the page is looked at again
const LONG = 10_000; // and then no more

/** Looks for the heading of a page that may still be on its way; whoever has gone on to something else is left there. */
export function arrive(): () => void {
  const before = document.activeElement;
  const end = Date.now() + LONG;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const look = () => {
    const { activeElement: now } = document;
    if (now && now !== document.body && now !== before) return;
    const heading = document.querySelector<HTMLElement>('h1');
    if (!heading) {
      if (Date.now() < end) timer = setTimeout(look, AGAIN);
      return;
    }
    heading.tabIndex = -1;
    frame = requestAnimationFrame(() => heading.focus({ preventScroll: true })); // it has the page laid out, which then is due
  };
  look();
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
