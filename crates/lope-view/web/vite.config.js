import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

/** The packages whose code is in the bundle; their licences go with it. */
const BUNDLED = ["three", "uplot"];

/** Where a running `lope view` (or `npm run mock`) listens, for `npm run dev`. */
const SERVER = process.env.LOPE_VIEW ?? "http://127.0.0.1:7878";

/** Writes the licence texts of the bundled packages beside the bundle. */
function licences() {
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      const texts = BUNDLED.map((name) => {
        const folder = new URL(`node_modules/${name}/`, import.meta.url);
        const { version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
        return `${name} ${version}\n\n${readFileSync(new URL("LICENSE", folder), "utf8").trim()}\n`;
      });
      this.emitFile({ type: "asset", fileName: "assets/licenses.txt", source: texts.join(`\n${"-".repeat(72)}\n\n`) });
    },
  };
}

/** While developing, Vite puts styles into the page itself, which its policy forbids. */
function withoutPolicy() {
  return {
    name: "without-policy",
    apply: "serve",
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""),
  };
}

export default defineConfig({
  // Relative addresses: where other machines can reach it, the page lies below a token.
  base: "./",
  plugins: [licences(), withoutPolicy()],
  build: {
    outDir: "../page",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    // Names without hashes: the server embeds these files, and a change of the page shows as a change of content.
    rolldownOptions: {
      output: {
        entryFileNames: "assets/lope.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/lope[extname]",
      },
    },
  },
  server: {
    proxy: { "/socket": { target: SERVER, ws: true, changeOrigin: true, headers: { origin: SERVER } } },
  },
});
