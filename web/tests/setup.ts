// What jsdom lacks: nothing is laid out there, so nothing changes its size, and the screen is as wide as is asked for.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
globalThis.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: media.includes('min-width') }) as MediaQueryList;
