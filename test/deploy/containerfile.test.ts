import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { IS_DEEP } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const { version, dependencies, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const containerfile = readFileSync(join(ROOT, 'deploy', 'Containerfile'), 'utf8').replaceAll('\\\n', ' ')

/** The instructions of the two stages: the build, and the shipped image. */
const [, build, shipped] = containerfile.split(/^FROM /m) as [string, string, string]

/** Matches the packages that a source imports, statically or dynamically. */
const NAMED = /^(?:import|export) .*?from '([\w@][\w@./:-]*)'|\b(?:import|require)\('([\w@][\w@./:-]*)'\)/gms

/** Matches the files that a source imports. */
const IMPORTED = /(?:from|import|require\()\s*\(?'(\.[^']*)'/g

/** Returns the files that the sources of the build in a folder import, and those of its script, that are not there. */
function missingIn(dir: string): string[] {
  const sources = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(name =>
    /^(src\/.*|[\w.]+)\.(ts|tsx|js)$/.test(name),
  )
  const imported = sources.flatMap(source =>
    [...readFileSync(join(dir, source), 'utf8').matchAll(IMPORTED)].map(([, path]) =>
      resolve(dir, dirname(source), path!),
    ),
  )
  const named = scripts.build.match(/[\w./-]+\.(?:js|ts)\b/g).map((path: string) => join(dir, path))
  return [...new Set<string>([...imported, ...named])]
    .filter(path => !existsSync(path))
    .map(path => path.slice(dir.length))
}

/** Applies the COPY instructions of a stage, without the packages. */
function copyAll(stage: string, context: string, built: string, into: string): void {
  for (const [, line] of stage.matchAll(/^COPY (.*)$/gm)) {
    const args = line!.split(' ').filter(arg => !arg.startsWith('--'))
    const from = line!.startsWith('--from=build ') ? built : context
    const target = args.pop()!
    for (const arg of args) {
      const source = join(from, arg.replace(/^\/build\//, ''))
      if (source.endsWith('node_modules')) continue
      const path = join(into, target.endsWith('/') ? join(target, arg.split('/').at(-1)!) : target)
      mkdirSync(dirname(path), { recursive: true })
      cpSync(source, path, { recursive: true })
    }
  }
}

describe('deploy/Containerfile', () => {
  const dir = temporaryFolder()
  const [building, app] = [join(dir, 'build'), join(dir, 'app')]

  itDrawn('copies everything that the build and the program need', () => {
    copyAll(build, ROOT, building, building)
    expect(missingIn(building)).toEqual([])
    symlinkSync(join(ROOT, 'node_modules'), join(building, 'node_modules'))
    if (IS_DEEP || !IS_BUILT) {
      const built = spawnSync('npm', ['run', 'build'], { cwd: building, encoding: 'utf8' })
      expect(built.status, built.stdout + built.stderr).toBe(0)
    } else cpSync(join(ROOT, 'dist'), join(building, 'dist'), { recursive: true })

    copyAll(shipped, ROOT, building, app)
    symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'))
    const started = spawnSync('node', ['bin/sojourn.js', '--version'], { cwd: app, encoding: 'utf8' })
    expect(started, started.stderr).toMatchObject({ status: 0, stdout: `${version}\n` })
    const demo = spawnSync('node', ['bin/sojourn.js', 'demo'], { cwd: app, encoding: 'utf8' })
    expect(demo, demo.stderr).toMatchObject({ status: 0, stdout: expect.stringContaining('2,000 issues') })
  })

  it('needs no package at run time that is pruned as a development dependency', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    const program = files.filter(file => file.endsWith('.ts') && !file.startsWith('web/'))
    const named = program.flatMap(file =>
      [...readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(NAMED)].map(([, atStart, later]) => {
        const name = (atStart ?? later)!
        return name.split('/', name.startsWith('@') ? 2 : 1).join('/')
      }),
    )
    const packages = new Set(named.filter(name => !name.startsWith('node:') && !isBuiltin(name)))
    expect(packages).toContain('fastify')
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...packages]))
  })

  it('starts the server as a child of an init process, so that its watchdog can end it', () => {
    const entry = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(shipped)![1]!)
    expect(entry).toEqual(['tini', '--', 'node', '/app/bin/sojourn.js'])
    expect(/^RUN (.*)$/m.exec(shipped)![1]).toContain('apt-get install -y --no-install-recommends tini ')
  })

  it('checks the health of the server that it starts', () => {
    const script = /HEALTHCHECK .*?CMD (\[.*\])$/m.exec(shipped)![1]!
    const [program, ...args] = JSON.parse(script) as string[]
    expect(program).toBe('node')
    const requested = spawnSync(process.execPath, args, { env: { SOJOURN_PORT: '1' }, encoding: 'utf8' })
    expect(requested).toMatchObject({ status: 1, stderr: '' })
  })
})
