// Tab goes by zone, arrows go within: of all that can be pressed in a zone one has the tab stop.

import type { Attachment } from 'svelte/attachments';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export const roving: Attachment<HTMLElement> = (node) => {
  const stops = () => [...node.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const settle = (now?: HTMLElement) => {
    const all = stops();
    const stop = now ?? all.find((button) => button.getAttribute('aria-pressed') === 'true') ?? all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  };
  const onfocus = (event: FocusEvent) => settle(event.target as HTMLElement);
  const onkey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const all = stops();
    const here = all.indexOf(document.activeElement as HTMLElement);
    const jump = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : -1;
    if (here < 0 || (!step && jump < 0)) return;
    event.preventDefault();
    event.stopPropagation();
    all[jump >= 0 ? jump : (here + (step ?? 0) + all.length) % all.length]?.focus();
  };
  settle();
  const watcher = new MutationObserver(() => {
    if (!stops().some((button) => button.tabIndex === 0)) settle();
  });
  watcher.observe(node, { childList: true, subtree: true });
  node.addEventListener('focusin', onfocus);
  node.addEventListener('keydown', onkey);
  return () => {
    watcher.disconnect();
    node.removeEventListener('focusin', onfocus);
    node.removeEventListener('keydown', onkey);
  };
};
