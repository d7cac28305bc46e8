import { type Command, Option } from 'commander'
import { UserError } from '../base/errors.ts'
import type { ServeOptions, World } from './world.ts'

const STORE = './sojourn-data'
const HOST = '127.0.0.1'
const PORT = '8080'
const APP = 'tis'

/** Adds `--store`; SOJOURN_STORE is its default. */
export function addStoreOption(command: Command, { env }: World): Command {
  const description = 'the folder of the store (SOJOURN_STORE)'
  return command.addOption(new Option('--store <dir>', description).default(env.SOJOURN_STORE || STORE))
}

/** The options of a server, as they were typed. */
export interface TypedServeOptions {
  readonly host: string
  readonly port: string
  readonly app: string
  readonly basePath: string
}

/** Adds the options of a server; PORT is the default of `--port`. */
export function addServeOptions(command: Command, { env }: World): Command {
  return command
    .option('--host <address>', 'the address to listen on; 0.0.0.0 for all', HOST)
    .option('--port <number>', 'the port to listen on, 0 for a free one (PORT)', env.PORT || PORT)
    .option('--app <name>', 'the app segment of the report addresses', APP)
    .option('--base-path <path>', 'what stands before /rest in the report addresses', '')
}

/** The options of a server. Throws OPTION_INVALID. */
export function serveOptions({ host, port, app, basePath }: TypedServeOptions): ServeOptions {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) refuse('--port', port, 'a whole number from 0 to 65535')
  if (!/^[\w.~-]+$/.test(app)) refuse('--app', app, 'letters, digits and . _ ~ -')
  const base = basePath.replace(/\/+$/, '')
  if (!/^(\/[\w.~-]+)*$/.test(base)) refuse('--base-path', basePath, 'a path such as /jira')
  return { host, port: Number(port), app, basePath: base }
}

function refuse(option: string, value: string, allowed: string): never {
  throw new UserError('OPTION_INVALID', { option, value, allowed })
}
