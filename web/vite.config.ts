import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Writes the service worker, which has to know the files of the page that it keeps, and change when one of them does. */
function worker(): Plugin {
  return {
    name: 'worker',
    apply: (_, { mode }) => mode !== 'gallery',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const code = await this.fs.readFile('src/worker.js', { encoding: 'utf8' });
        const index = bundle['index.html'];
        const files = ['/', '/manifest.webmanifest', '/favicon.svg', '/icons/icon-192.png', ...Object.keys(bundle).filter((file) => file.startsWith('assets/')).sort().map((file) => `/${file}`)];
        const version = digest(code + files.join() + (index?.type === 'asset' ? String(index.source) : ''));
        const source = code.replace('/* FILES */ []', JSON.stringify(files)).replace("/* VERSION */ ''", `'${version}'`);
        this.emitFile({ type: 'asset', fileName: 'worker.js', source });
      },
    },
  };
}

/** The pages that are parts of their own, by the names in their addresses: `/t/abc/replay` is `t/replay`. */
const PAGES: Record<string, string> = {
  t: 'pages/TablePage', 't/replay': 'replay/ReplayPage', new: 'pages/NewTable', rules: 'pages/RulesPage',
  learn: 'pages/Learn', ladder: 'pages/Ladder', me: 'pages/Me', p: 'pages/Profile',
};

/** Tells the server what each page will ask for besides the index, so that it can say so with the first answer. */
function ahead(): Plugin {
  return {
    name: 'ahead',
    apply: (_, { mode }) => mode !== 'gallery',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const all = (file: string): string[] => [file, ...(chunks.find((chunk) => chunk.fileName === file)?.imports ?? []).flatMap(all)];
        const begin = new Set(chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => all(chunk.fileName)));
        const needs = (page: string): string[] => {
          const chunk = chunks.find((one) => one.facadeModuleId?.endsWith(`/src/${page}.svelte`));
          if (!chunk) return this.error(`no part is made of ${page}`);
          const files = [...all(chunk.fileName), ...(chunk.viteMetadata?.importedCss ?? [])];
          return [...new Set(files)].filter((file) => !begin.has(file));
        };
        const source = JSON.stringify(Object.fromEntries(Object.entries(PAGES).map(([address, page]) => [address, needs(page)])));
        this.emitFile({ type: 'asset', fileName: 'ahead.json', source });
      },
    },
  };
}

/** Has the browser compile a part as a whole while it loads, beside everything else: nearly all of it is called at once, and
    function by function it would be compiled while the page is drawn. */
function whole(): Plugin {
  return {
    name: 'whole',
    apply: (_, { mode }) => mode !== 'gallery',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** Enough to tell one build from another. */
function digest(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}

// The gallery shows the fixtures; it is for those who work on the page and is not shipped.
// The page itself goes to where the server looks for it.
export default defineConfig(({ mode }) => ({
  base: mode === 'gallery' ? './' : '/',
  plugins: [svelte(), worker(), ahead(), whole()],
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  // The server of `sprawdzam serve`, while the page is worked on; SERVER names another one.
  server: { proxy: { '/api': { target: loadEnv(mode, '.', 'SERVER').SERVER ?? 'http://127.0.0.1:8317', ws: true } } },
  preview: { proxy: { '/api': { target: loadEnv(mode, '.', 'SERVER').SERVER ?? 'http://127.0.0.1:8317', ws: true } } },
  build: {
    target: 'es2022',
    outDir: mode === 'gallery' ? 'dist-gallery' : '../src/sprawdzam/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: mode === 'gallery' ? 'gallery.html' : 'index.html',
      // What sheets show, and other small parts, are asked for together: a browser opens six lines to a server at most.
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'sheets', test: /src.(parts.(Sheet|Settings|Rulebook|markdown|Early)|lib.gradual|replay.replay\.ts)/ }] } },
    },
  },
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'], css: true, isolate: false, testTimeout: 30_000 },
}));
