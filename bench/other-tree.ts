import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The root of this tree. */
export const ROOT = join(import.meta.dirname, '..')

/** A built program of a commit. */
export interface OtherTree {
  /** The path of its command. */
  readonly bin: string
  /** Removes its files. */
  readonly remove: () => void
}

/**
 * Checks out a commit to a temporary worktree, and builds it. It shares the installed packages of this tree if both have the
 * same lock file, and otherwise installs its own. Throws if a step fails.
 */
export function buildCommit(commit: string): OtherTree {
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-against-'))
  const tree = join(folder, 'tree')
  const remove = () => {
    spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: ROOT })
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    run('git', ['worktree', 'add', '--detach', tree, commit], ROOT)
    const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
    if (lockOf(tree) === lockOf(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
    else run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], tree)
    run('npm', ['run', 'build'], tree)
    return { bin: join(tree, 'bin', 'sojourn.js'), remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Runs a command to its end. Throws with its output if it fails. */
export function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
}
