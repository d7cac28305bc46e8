import { isAbsolute } from 'node:path'
import { folderTarget } from './folder-target.ts'
import { LakeRefusal } from './lake-refusal.ts'
import type { LakeTarget } from './lake-target.ts'

/** The environment variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>

/**
 * Opens the place that a location names: the absolute path of a folder, or `s3://BUCKET/PREFIX`.
 *
 * The address and the keys of a bucket come from the variables that Amazon's programs use. The signal ends its requests.
 * Throws LakeRefusal, and the errors of the system.
 */
export async function openTarget(location: string, env: Env, signal?: AbortSignal): Promise<LakeTarget> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(location) ?? []
  if (bucket === undefined) {
    if (!isAbsolute(location)) throw new Error(`${location} is no absolute path`)
    return folderTarget(location)
  }
  const value = (name: string) => env[name] || undefined
  const required = (name: string) => {
    const found = value(name)
    if (found === undefined) throw new LakeRefusal(`the variable ${name} is not set`)
    return found
  }
  const endpoint = value('AWS_ENDPOINT_URL_S3') ?? value('AWS_ENDPOINT_URL')
  if (endpoint !== undefined && !URL.canParse(endpoint)) throw new LakeRefusal(`AWS_ENDPOINT_URL is not an address`)
  // Most commands need no client for buckets.
  const { S3_LIMITS, s3Target } = await import('./s3-target.ts')
  const address = {
    bucket,
    prefix,
    endpoint: endpoint === undefined ? null : new URL(endpoint),
    region: value('AWS_REGION') ?? value('AWS_DEFAULT_REGION') ?? 'us-east-1',
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    sessionToken: value('AWS_SESSION_TOKEN'),
  }
  return s3Target(address, S3_LIMITS, signal)
}
