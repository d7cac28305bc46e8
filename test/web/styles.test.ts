import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '..', '..', 'src', 'web')

interface Rule {
  readonly file: string
  readonly selector: string
  readonly declarations: readonly string[]
}

const names = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).sort()
const code = names
  .filter(name => /\.tsx?$/.test(name))
  .map(name => readFileSync(join(WEB, name), 'utf8'))
  .join('\n')
const rules = names.filter(name => name.endsWith('.css')).flatMap(rulesOf)

describe('the styles of the page', () => {
  it('are for classes that the page uses', () => {
    const classes = new Set(
      rules.flatMap(({ selector }) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)),
    )
    const unused = [...classes].filter(name => !isUsed(name))
    expect(unused).toEqual([])
    expect(classes.size).toBeGreaterThan(300)
  })

  it('do not repeat a shared rule in the shell', () => {
    const shared = ['.stack', '.row', '.card', '.cards', '.ellipsis', '.segments', '.hint'].map(selector => ({
      selector,
      declarations: rules
        .filter(rule => rule.file === 'theme.css' && rule.selector.split(/,\s*/).includes(selector))
        .flatMap(rule => rule.declarations),
    }))
    const repeated = rules
      .filter(({ file }) => file.startsWith('shell'))
      .flatMap(({ selector, declarations }) =>
        shared
          .filter(one => one.declarations.every(each => declarations.includes(each)))
          .map(one => [selector, one.selector]),
      )
    expect(repeated).toEqual([])
    expect(shared.every(({ declarations }) => declarations.length > 1)).toBe(true)
  })
})

/** Returns whether a class is in the code, perhaps as the end of a template such as `table-${kind}`. */
function isUsed(name: string): boolean {
  const starts = [...name.matchAll(/-/g)].map(({ index }) => name.slice(0, index + 1))
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code) || starts.some(start => code.includes(`${start}\${`))
}

function rulesOf(file: string): Rule[] {
  const css = readFileSync(join(WEB, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
    file,
    selector: selector!.trim(),
    declarations: body!
      .split(';')
      .map(one => one.trim())
      .filter(Boolean),
  }))
}
