import { defineConfig } from 'vite'

/**
 * Builds the program: commands, server and worker threads share few files, so that a command starts fast. Packages stay
 * outside. All files are in one folder, because threads are started by their address next to the file that starts them.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist',
    // The page is built into the same folder.
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'src/main.ts',
        'import-thread': 'src/intake/imports/import-thread.ts',
        'export-thread': 'src/app/exports/export-thread.ts',
        'round-thread': 'src/intake/sync/round-thread.ts',
        'watchdog-thread': 'src/edge/watchdog/watchdog-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
