import { defineConfig } from "vite";

// The tests in one file that Node can run.
export default defineConfig({
  publicDir: false,
  build: { ssr: "test/all.ts", outDir: "node_modules/.tests", emptyOutDir: true, target: "node20" },
});
