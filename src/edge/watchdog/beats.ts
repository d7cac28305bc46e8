/** The interval of beats. Milliseconds. */
const BEAT_MS = 1000

/** The number of beats of an event loop, in memory that threads share. */
export type Beats = Int32Array<SharedArrayBuffer>

/** Counts a beat of this event loop every second. The result stops it. */
export function startBeats(beats: Beats): () => void {
  const timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Creates a counter at 0. */
export function createBeats(): Beats {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** Returns a function that says whether there were beats since it was last called, or since now. */
export function beatsSince(beats: Beats): () => boolean {
  let last = Atomics.load(beats, 0)
  return () => {
    const before = last
    last = Atomics.load(beats, 0)
    return last !== before
  }
}
