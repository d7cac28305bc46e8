import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../../core/base/errors.ts'
import { secretsIn } from '../../store/files/store-files.ts'
import { tokenVariable } from './connection-name.ts'
import { Secret } from './secret.ts'

/** The longest token. Characters. */
const TOKEN_LIMIT = 8192

/** Where the token of a connection is looked for. */
export interface TokenPlace {
  /** The folder of the store. */
  readonly dir: string
  /** The name of the connection. */
  readonly name: string
  /** The file that the administrator named; `null` for the one in the store. */
  readonly tokenFile: string | null
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A token, and where it was found. */
export interface FoundToken {
  readonly token: Secret
  readonly from: string
}

/**
 * Reads the token of a connection: the environment variable takes precedence over the named file, and this over the file
 * in the store. Throws CONNECTION_TOKEN.
 */
export async function readToken({ dir, name, tokenFile, env }: TokenPlace): Promise<FoundToken> {
  const variable = tokenVariable(name)
  const inVariable = env[variable]
  if (inVariable) return { token: parsedToken(inVariable, name, variable), from: variable }
  const file = tokenFile ?? tokenPath(dir, name)
  try {
    return { token: parsedToken(await readFile(file, 'utf8'), name, file), from: file }
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as { code?: string }
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code ?? 'unknown reason'})`
    throw new UserError('CONNECTION_TOKEN', { name, place: file, reason, variable })
  }
}

/** Reads a token from text, such as a file. Throws CONNECTION_TOKEN, which never contains it. */
export function parsedToken(text: string, name: string, place: string): Secret {
  const read = readSecretText(text)
  if ('secret' in read) return read.secret
  throw new UserError('CONNECTION_TOKEN', { name, place, reason: read.reason, variable: tokenVariable(name) })
}

/** Reads a token, or says why a text is none; the reason never contains it. */
export function readSecretText(text: string): { readonly secret: Secret } | { readonly reason: string } {
  const token = text.replace(/^\uFEFF/, '').trim()
  const reason =
    token === ''
      ? 'it is empty'
      : token.length > TOKEN_LIMIT
        ? `it is longer than ${TOKEN_LIMIT} characters`
        : /^[\x21-\x7e]+$/.test(token)
          ? null
          : 'it is not one token: a token has letters, digits and punctuation only'
  return reason === null ? { secret: new Secret(token) } : { reason }
}

/** Keeps a secret of a connection in the store's folder, where only its owner can read it. */
export async function keepSecret(dir: string, file: string, secret: Secret): Promise<void> {
  const folder = secretsIn(dir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The folder may be older, and copied without its permissions.
  await chmod(folder, 0o700)
  const path = join(folder, file)
  await rm(`${path}.new`, { force: true })
  await writeFile(`${path}.new`, `${secret.reveal()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await rename(`${path}.new`, path)
}

/** Removes the secrets of a connection from the store's folder. */
export async function forgetSecrets(dir: string, name: string): Promise<void> {
  for (const file of [name, hookKeyFile(name), hookSecretFile(name)])
    await rm(join(secretsIn(dir), file), { force: true })
}

/** Returns the path of the token that the store's folder has for a connection. */
export function tokenPath(dir: string, name: string): string {
  return join(secretsIn(dir), name)
}

function hookKeyFile(name: string): string {
  return `${name}.hook`
}

/** Returns the key in the address of the webhooks of a connection: 128 random bits, made when it is first needed. */
export async function hookKey(dir: string, name: string): Promise<string> {
  const known = await readSecret(dir, hookKeyFile(name))
  if (known !== null) return known.reveal()
  const key = randomBytes(16).toString('hex')
  await keepSecret(dir, hookKeyFile(name), new Secret(key))
  return key
}

/** Returns the name of the file with the secret that signs the webhooks of a connection. */
export function hookSecretFile(name: string): string {
  return `${name}.hook-secret`
}

/** Reads the secret that signs the webhooks of a connection; `null` without one. */
export function readHookSecret(dir: string, name: string): Promise<Secret | null> {
  return readSecret(dir, hookSecretFile(name))
}

async function readSecret(dir: string, file: string): Promise<Secret | null> {
  try {
    return new Secret((await readFile(join(secretsIn(dir), file), 'utf8')).trim())
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
