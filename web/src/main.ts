import '@fontsource-variable/gabarito/wght.css';
import './styles/tokens.css';
import './styles/card.css';
import './styles/table.css';
import './styles/games.css';
import './pages/pages.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { stayFresh } from './app/fresh';
import Sprites from './cards/Sprites.svelte';

stayFresh();
// Each is a task of its own: whoever presses something meanwhile waits for a part of it only.
setTimeout(() => mount(Sprites, { target: document.body }));
setTimeout(() => {
  const target = document.getElementById('app') as HTMLElement;
  target.replaceChildren();
  mount(App, { target });
});
