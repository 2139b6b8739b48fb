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
mount(Sprites, { target: document.body });
// Drawing the page is a task of its own: whoever presses something meanwhile waits for half as long.
setTimeout(() => {
  const target = document.getElementById('app') as HTMLElement;
  target.replaceChildren();
  mount(App, { target });
});
