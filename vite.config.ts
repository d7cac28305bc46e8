import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

/** What the page loads at once, and what it loads with the first chart, query or choice. */
const chunks = {
  charts: /node_modules\/(echarts|zrender)\//,
  editor: /node_modules\/(@codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt)\//,
  floating: /node_modules\/(@base-ui|@floating-ui)\//,
  libraries: /node_modules\/(react|react-dom|scheduler|@tanstack)\/|vite\/preload-helper/,
}

/** The size limit of the scripts in the first view, before charts and the editor. Bytes of gzip. */
const FIRST_LOAD = 180_000

export default defineConfig({
  root: 'src/web',
  // Relative, so that the page works under any base path.
  base: './/',
  esbuild: { jsx: 'automatic' },
  plugins: [licences(), compressed(), withinBudget()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      // Libraries mark code for browsers only; all code here is.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      output: {
        manualChunks: id => Object.entries(chunks).find(([, packages]) => packages.test(id))?.[0],
      },
    },
  },
})

/** Writes licences.txt: the packages in the page, each with its version, its licence and its notices. */
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
      const folders = new Set(modules.flatMap(id => /[^\0]*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []))
      const told = [...folders].sort().map(licenceOf)
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: told.join('\n\n') })
    },
  }
}

/** Returns the licence text of a package. Throws without one, because then we may not ship it. */
function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter(file => /^(licenses[/\\].+|(licen[cs]e|notice|copyright(notice)?)(\..+)?)$/i.test(file))
    .sort()
  if (texts.length === 0) throw new Error(`${name} has no text of its licence.`)
  const parts = texts.map(file => readFileSync(join(folder, file), 'utf8').trim())
  return [`${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}`, ...parts].join('\n\n')
}

/** Writes a compressed copy of each file, so that the server need not compress it again. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir }, bundle) {
      await Promise.all(
        Object.values(bundle).map(async file => {
          const content = file.type === 'chunk' ? file.code : file.source
          const path = join(dir!, file.fileName)
          const [zipped, brotli] = await Promise.all([
            promisify(gzip)(content, { level: 9 }),
            promisify(brotliCompress)(content),
          ])
          writeFileSync(`${path}.gz`, zipped)
          writeFileSync(`${path}.br`, brotli)
        }),
      )
    },
  }
}

/** Reports the size of the scripts in the first view, and fails the build of a page above the limit. */
function withinBudget(): Plugin {
  return {
    name: 'within-budget',
    writeBundle(_, bundle) {
      const first = new Set(
        Object.values(bundle).flatMap(one => (one.type === 'chunk' && one.isEntry ? one.fileName : [])),
      )
      // Elements that are added to a set during its iteration are visited too.
      for (const name of first) {
        const chunk = bundle[name]
        if (chunk?.type === 'chunk') for (const needed of chunk.imports) first.add(needed)
      }
      const bytes = [...first].map(name => {
        const chunk = bundle[name]
        return chunk?.type === 'chunk' ? gzipSync(chunk.code).length : 0
      })
      const total = bytes.reduce((sum, size) => sum + size, 0)
      if (total > FIRST_LOAD)
        this.error(`The first view loads ${total} bytes of script, at most ${FIRST_LOAD} are wanted.`)
      this.info(
        `The first view loads ${Math.ceil(total / 1000)} kB of script (gzip) of at most ${FIRST_LOAD / 1000} kB.`,
      )
    },
  }
}
