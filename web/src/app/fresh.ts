// The installed page: it opens without a connection, is offered for installing where the browser can do that, and is
// loaded again when a part of it is asked for that the server has replaced meanwhile.

const ONCE = 60_000; // milliseconds in which the page is not loaded again a second time

/** What browsers call a chance to install the page. */
interface Chance extends Event {
  prompt(): Promise<unknown>;
}

let chance: Chance | null = null;
const told = new Set<(can: boolean) => void>();

/** Tells now and later whether the page can be installed. */
export function whenInstallable(tell: (can: boolean) => void): () => void {
  told.add(tell);
  tell(chance !== null);
  return () => told.delete(tell);
}

export async function install(): Promise<void> {
  await chance?.prompt();
  offer(null);
}

function offer(now: Chance | null): void {
  chance = now;
  for (const tell of told) tell(chance !== null);
}

export function stayFresh(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // it stands among the settings, not over the table
    offer(event as Chance);
  });
  addEventListener('appinstalled', () => offer(null));
  addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem('sprawdzam again') ?? 0) < ONCE) return;
    sessionStorage.setItem('sprawdzam again', String(Date.now()));
    event.preventDefault();
    location.reload();
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    addEventListener('load', () => void navigator.serviceWorker.register('/worker.js').catch(() => {}));
  }
}
