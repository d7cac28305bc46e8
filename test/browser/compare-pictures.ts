import type { Page } from 'playwright-core'

/** How two pictures differ. */
export interface Comparison {
  /** The number of pixels that differ clearly; `null` if the sizes differ. */
  readonly different: number | null
  readonly pixels: number
  /** The picture with the different pixels in red, as base64 of a PNG. */
  readonly drawing: string
}

/** A channel of a color that differs less is not clearly different: text is drawn a little differently on each machine. */
const NOTICEABLE = 48

/**
 * Returns a picture, which is base64 of a PNG, at half its size as base64 of a WebP. It is small enough to commit, and the
 * edges of text count less.
 */
export function halved(page: Page, picture: string): Promise<string> {
  return page.evaluate(async data => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = new OffscreenCanvas(Math.round(image.width / 2), Math.round(image.height / 2))
    const context = canvas.getContext('2d')!
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
  }, picture)
}

/**
 * Compares two pictures, which are base64 of WebPs, in a page of the browser, which can decode them. A pixel differs if no
 * pixel next to it in the other picture has about its color: so shapes may be one pixel elsewhere.
 */
export function comparePictures(page: Page, expected: string, actual: string): Promise<Comparison> {
  return page.evaluate(
    async ({ expected, actual, noticeable }) => {
      const pixelsOf = async (data: string) => {
        const image = new Image()
        image.src = `data:image/webp;base64,${data}`
        await image.decode()
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
        context.drawImage(image, 0, 0)
        return context.getImageData(0, 0, image.width, image.height)
      }
      const [before, after] = [await pixelsOf(expected), await pixelsOf(actual)]
      const { width, height } = after
      const pixels = width * height
      if (before.width !== width || before.height !== height) return { different: null, pixels, drawing: actual }
      const isNear = (one: ImageData, x: number, y: number, other: ImageData) => {
        const at = 4 * (y * width + x)
        for (let i = Math.max(0, y - 1); i <= Math.min(height - 1, y + 1); i++) {
          for (let j = Math.max(0, x - 1); j <= Math.min(width - 1, x + 1); j++) {
            const there = 4 * (i * width + j)
            const channels = [0, 1, 2].map(c => Math.abs(one.data[at + c]! - other.data[there + c]!))
            if (Math.max(...channels) < noticeable) return true
          }
        }
        return false
      }
      const drawn = new ImageData(new Uint8ClampedArray(after.data), width, height)
      let different = 0
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          if (isNear(before, x, y, after) && isNear(after, x, y, before)) continue
          different += 1
          drawn.data.set([255, 0, 0, 255], 4 * (y * width + x))
        }
      }
      const canvas = new OffscreenCanvas(width, height)
      canvas.getContext('2d')!.putImageData(drawn, 0, 0)
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
      const drawing = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
      return { different, pixels, drawing }
    },
    { expected, actual, noticeable: NOTICEABLE },
  )
}
