import { defineConfig } from "vite";

// The built files are committed and embedded, so a build gives the same bytes and
// the same few names each time.
export default defineConfig({
  base: "./",
  publicDir: "public",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a data: address is not allowed by the page's policy
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: "assets/[name].js", chunkFileNames: "assets/worker-[name].js" } },
  },
  server: { proxy: { "/v1": process.env["GROVE_URL"] ?? "http://127.0.0.1:8787" } },
});
