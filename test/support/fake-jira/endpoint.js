// @ts-check

/**
 * @import { Answer, FakeUser, Json } from './model.ts'
 * @import { Renderer } from './render.js'
 * @import { FakeTracker } from './tracker.js'
 */

/**
 * @typedef {object} TrackerSettings
 * @property {string} cloudId
 * @property {number} searchPage The largest page of a search on Server, and of one with fields on Cloud is 100.
 * @property {number | null} resultWindow How deep a search on Server may look; `null` without a limit.
 */

/**
 * @typedef {object} Call A request to an endpoint.
 * @property {FakeTracker} tracker
 * @property {TrackerSettings} settings
 * @property {FakeUser} user
 * @property {Renderer} render
 * @property {URLSearchParams} query
 * @property {Json} body
 * @property {string} path
 * @property {(name: string) => string} param A part of the path.
 * @property {number | undefined} hiddenSince Issues updated at or after it are not in the index yet.
 */

/**
 * @typedef {object} Endpoint
 * @property {string} name
 * @property {string} method
 * @property {RegExp} pattern
 * @property {boolean} isPublic Whether it needs no credentials.
 * @property {(call: Call) => Answer} handle
 */

/**
 * Describes an endpoint. Its path is below `/rest/api/{version}` unless it starts with a slash; `{name}` is a parameter.
 *
 * @param {string} method
 * @param {string} path
 * @param {(call: Call) => Answer} handle
 * @param {{ isPublic?: boolean }} [options]
 * @returns {Endpoint}
 */
export function endpoint(method, path, handle, { isPublic = false } = {}) {
  const whole = path.startsWith('/') ? path : `/rest/api/(?<version>[23]|latest)/${path}`
  const pattern = new RegExp(`^${whole.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  return { name: path, method, pattern, isPublic, handle }
}
