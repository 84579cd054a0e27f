import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// While developing, `npx vite` shows the client and asks the service on its usual port.
export default defineConfig({
  plugins: [svelte()],
  build: { target: "es2022", outDir: "dist", assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: "http://localhost:8700", ws: true } }, fs: { allow: [".."] } },
});
