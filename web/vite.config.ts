import { defineConfig } from 'vite';

export default defineConfig({
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
});
