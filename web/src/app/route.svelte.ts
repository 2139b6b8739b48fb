// Where in the page one is, by the address; links of our own change it without a reload.

class Route {
  path = $state(location.pathname);
  readonly parts = $derived(this.path.split('/').filter(Boolean).map(decodeURIComponent));
}

export const route = new Route();

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  route.path = location.pathname;
  scrollTo(0, 0);
}

addEventListener('popstate', () => (route.path = location.pathname));

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || (link.hash && link.pathname === location.pathname)) return;
  event.preventDefault();
  if (link.pathname !== location.pathname) go(link.pathname);
});
