import '@fontsource-variable/gabarito/wght.css';
import '../styles/tokens.css';
import '../styles/card.css';
import '../styles/table.css';
import '../styles/games.css';
import { mount } from 'svelte';
import Sprites from '../cards/Sprites.svelte';
import Gallery from './Gallery.svelte';

mount(Sprites, { target: document.body });
mount(Gallery, { target: document.getElementById('app') as HTMLElement });
