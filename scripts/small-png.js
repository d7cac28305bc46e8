// Makes pictures of screens small: few colours, each a byte. Nothing of it is needed to run Sojourn.

import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** The most colours that a picture keeps: what a byte can tell apart. */
const COLOURS = 256

/** The distance of colours that nobody tells apart. */
const ALIKE = 120

/**
 * A PNG of 8 bits a channel, as Chromium writes it, with at most 256 colours: those that are most frequent, and for each
 * other the nearest of them. Throws on a PNG of another kind.
 */
export function smallPng(png) {
  const { width, height, channels, pixels } = decoded(png)
  const counts = new Map()
  for (let i = 0; i < pixels.length; i += channels) {
    const colour = (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const palette = paletteOf(counts)
  const places = new Map([...counts.keys()].map(colour => [colour, nearest(palette, colour)]))
  const lines = Buffer.alloc(height * (width + 1))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += channels) {
      lines[y * (width + 1) + 1 + x] = places.get((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2])
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3], 8)
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(colour => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The most frequent colours, without those that are hardly other than one before. */
function paletteOf(counts) {
  const palette = []
  for (const [colour] of [...counts].sort(([, a], [, b]) => b - a)) {
    if (palette.length === COLOURS) break
    if (palette.length === 0 || distance(palette[nearest(palette, colour)], colour) > ALIKE) palette.push(colour)
  }
  return palette
}

/** The place in a palette of the colour that is nearest to another. */
function nearest(palette, colour) {
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (const [place, one] of palette.entries()) {
    const far = distance(one, colour)
    if (far < least) [best, least] = [place, far]
  }
  return best
}

/** How unlike two colours are to the eye, about. */
function distance(one, other) {
  const [r, g, b] = [16, 8, 0].map(shift => ((one >> shift) & 255) - ((other >> shift) & 255))
  return 2 * r * r + 4 * g * g + 3 * b * b
}

/** A PNG's pixels, line after line. */
function decoded(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  // Bits a channel and the kind of colours, as https://www.w3.org/TR/png-3/#11IHDR tells them.
  const channels = { 2: 3, 6: 4 }[png[25]]
  if (png[24] !== 8 || !channels) throw new Error('Only PNGs of 8 bits a channel, in colour, are known here.')
  const parts = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const raw = inflateSync(Buffer.concat(parts))
  const size = width * channels
  const pixels = Buffer.alloc(height * size)
  for (let y = 0; y < height; y++) unfilter(raw, pixels, { y, size, channels })
  return { width, height, channels, pixels }
}

/** Undoes the filter of a line: https://www.w3.org/TR/png-3/#9Filters */
function unfilter(raw, pixels, { y, size, channels }) {
  const filter = raw[y * (size + 1)]
  for (let x = 0; x < size; x++) {
    const at = y * size + x
    const left = x < channels ? 0 : pixels[at - channels]
    const up = y === 0 ? 0 : pixels[at - size]
    const corner = x < channels || y === 0 ? 0 : pixels[at - size - channels]
    const added = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
    pixels[at] = raw[y * (size + 1) + 1 + x] + added
  }
}

function paeth(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}
